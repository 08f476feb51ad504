// Ordinary C++ without a derivative: containers, lambdas, virtual functions,
// exceptions, static objects.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

struct Base {
  virtual ~Base() = default;
  virtual double evaluate(double x) = 0;
};

struct Square : Base {
  double evaluate(double x) override { return x * x + 1; }
};

static std::string greeting = "hello";
thread_local std::vector<int> scratch = {1, 2, 3};

template <class T> T at(const std::vector<T> &v, size_t i) {
  if (i >= v.size())
    throw std::out_of_range("index " + std::to_string(i));
  return v[i];
}

double total(std::vector<double> &v, std::map<std::string, double> &m) {
  std::sort(v.begin(), v.end(), [](double a, double b) { return a > b; });
  double sum = std::accumulate(v.begin(), v.end(), 0.0);
  for (auto &[name, value] : m)
    sum += value * name.size();
  return sum;
}

int main(int count, char **values) {
  std::vector<double> v;
  std::map<std::string, double> m;
  for (int i = 0; i < count * 10; i++)
    v.push_back(i * .5);
  for (int i = 0; i < count; i++)
    m[greeting + std::to_string(i)] = i;
  std::unique_ptr<Base> square = std::make_unique<Square>();
  std::function<double(double)> f = [&](double x) {
    return square->evaluate(x) + scratch.size();
  };
  try {
    std::cout << total(v, m) + f(at(v, 1)) << std::endl;
    return at(v, 1000) > 0;
  } catch (const std::exception &e) {
    std::cout << e.what() << std::endl;
  }
  return 0;
}
