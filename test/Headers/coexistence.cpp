// The header lives beside the other library that owns `namespace autodiff`, in
// either order of inclusion; its calls stay its own.
//
// RUN: %clangxx -std=c++17 %hdr -Werror -fsyntax-only %s
// RUN: %clangxx -std=c++17 %hdr -Werror -fsyntax-only -DOURS_FIRST %s
#ifdef OURS_FIRST
#include <autodiff/autodiff.h>
#endif

#include <cstddef>
#include <tuple>

// The outline of that library's interface.
namespace autodiff {
namespace detail {
struct dual {
  double value;
};
template <class... A> struct Wrt {
  std::tuple<A...> args;
};
template <class... A> struct At {
  std::tuple<A...> args;
};
template <class... A> auto wrt(A &&...a) { return Wrt<A &&...>{{a...}}; }
template <class... A> auto at(A &&...a) { return At<A &&...>{{a...}}; }
struct TheirGradient {};
template <class F, class... V, class... A>
TheirGradient gradient(const F &, const Wrt<V...> &, const At<A...> &) {
  return {};
}
template <class F, class... V, class... A>
double derivative(const F &, const Wrt<V...> &, const At<A...> &) {
  return 0;
}
template <std::size_t Order> float derivative(const dual &) { return 0; }
} // namespace detail
using detail::at;
using detail::derivative;
using detail::dual;
using detail::gradient;
using detail::wrt;
} // namespace autodiff

#ifndef OURS_FIRST
#include <autodiff/autodiff.h>
#endif

autodiff::dual theirs(const autodiff::dual &);
double ours(double);

void test() {
  using autodiff::at, autodiff::wrt;
  autodiff::dual x{1};
  auto a = autodiff::gradient(theirs, wrt(x), at(x));
  static_assert(std::is_same_v<decltype(a), autodiff::detail::TheirGradient>);
  auto b = autodiff::gradient([](auto y) { return y.nothing; }, wrt(x), at(x));
  static_assert(std::is_same_v<decltype(b), autodiff::detail::TheirGradient>);
  auto c = autodiff::derivative<1>(x);
  static_assert(std::is_same_v<decltype(c), float>);
  auto d = autodiff::derivative(theirs, wrt(x), at(x));
  static_assert(std::is_same_v<decltype(d), double>);
  auto e = autodiff::gradient<ours>(1.0);
  static_assert(std::is_same_v<decltype(e), std::tuple<double>>);
  auto f = autodiff::gradient(ours, 1.0);
  static_assert(std::is_same_v<decltype(f), std::tuple<double>>);
}
