//===- hand.cpp - The Jacobian of hand tracking ---------------------------===//
//
// How far points measured on a hand are from a model of it: bones, whose joints
// are turned by angles, carry the vertices of a skin (linear blend skinning).
// The problem is stated in F. Srajer, Z. Kukelova, A. Fitzgibbon, "A benchmark
// of selected algorithmic differentiation tools on some problems in computer
// vision and machine learning" (2018). Here is its Jacobian with respect to the
// pose and, where points lie within triangles of the skin, to where they do.
// Reads ADBench's instance files and models.
//
// The function to differentiate is `residuals`: ordinary C++. The calls that
// differentiate it are in `product` and `transposedProduct`.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <autodiff/autodiff.h>

#include <algorithm>
#include <array>
#include <tuple>

struct Vector {
  double x, y, z;
};

static Vector operator+(Vector a, Vector b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
static Vector operator-(Vector a, Vector b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
static Vector operator*(double s, Vector a) {
  return {s * a.x, s * a.y, s * a.z};
}

/// The map x -> r x + t.
struct Affine {
  double r[3][3];
  Vector t;

  Vector operator()(Vector v) const {
    return {r[0][0] * v.x + r[0][1] * v.y + r[0][2] * v.z + t.x,
            r[1][0] * v.x + r[1][1] * v.y + r[1][2] * v.z + t.y,
            r[2][0] * v.x + r[2][1] * v.y + r[2][2] * v.z + t.z};
  }
};

/// First b, then a.
static Affine operator*(const Affine &a, const Affine &b) {
  Affine c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      c.r[i][j] = 0;
      for (int k = 0; k < 3; ++k)
        c.r[i][j] += a.r[i][k] * b.r[k][j];
    }
  c.t = a(b.t);
  return c;
}

/// About the axis `r` by the angle |r|.
static Affine rotation(Vector r) {
  const double square = r.x * r.x + r.y * r.y + r.z * r.z;
  double cosine = 1, sine = 1, rest = 0.5; // sine and rest over powers of |r|
  if (square > 0) {
    const double angle = std::sqrt(square);
    cosine = std::cos(angle);
    sine = std::sin(angle) / angle;
    rest = (1 - cosine) / square;
  }
  return {{{cosine + r.x * r.x * rest, r.x * r.y * rest - r.z * sine,
            r.x * r.z * rest + r.y * sine},
           {r.y * r.x * rest + r.z * sine, cosine + r.y * r.y * rest,
            r.y * r.z * rest - r.x * sine},
           {r.z * r.x * rest - r.y * sine, r.z * r.y * rest + r.x * sine,
            cosine + r.z * r.z * rest}},
          {0, 0, 0}};
}

struct Bone {
  int parent;       // -1 of the root
  Affine relative;  // at rest, in the parent's frame
  Affine fromWorld; // at rest, from the world's frame into this one
};

struct Influence {
  int bone;
  double weight;
};

struct Vertex {
  Vector position;
  std::vector<Influence> influences;
};

struct Model {
  std::vector<Bone> bones;
  std::vector<Vertex> vertices;
  std::vector<std::array<int, 3>> triangles;
};

/// A point that was measured, and what it is measured of: a vertex of the skin
/// or, if the points have barycentric coordinates, a triangle.
struct Measurement {
  int place;
  Vector point;
};

/// Each finger has four bones. The first is fixed to the wrist, the second
/// bends and spreads, the others bend.
constexpr int Fingers = 5, FingerBones = 4, FingerAngles = 4;
/// A pose: the hand's rotation and translation, then the fingers' angles.
constexpr int PoseSize = 6 + Fingers * FingerAngles;

/// The angles of each bone's joint: bending (about x), spreading (about z).
static std::vector<std::array<double, 2>> jointAngles(const double *pose,
                                                      std::size_t bones) {
  std::vector<std::array<double, 2>> angles(bones, {0, 0});
  const double *angle = pose + 6;
  for (int finger = 0; finger < Fingers; ++finger)
    for (int i = 1; i < FingerBones; ++i) {
      std::array<double, 2> &joint = angles[1 + finger * FingerBones + i];
      joint[0] = *angle++;
      if (i == 1)
        joint[1] = *angle++;
    }
  return angles;
}

/// Where the bones take the skin, for each from its place at rest.
static std::vector<Affine>
boneTransforms(const Model &model,
               const std::vector<std::array<double, 2>> &angles) {
  std::vector<Affine> world, transforms;
  for (std::size_t i = 0; i < model.bones.size(); ++i) {
    const Bone &bone = model.bones[i];
    const Affine joint =
        rotation({0, 0, angles[i][1]}) * rotation({angles[i][0], 0, 0});
    const Affine relative = bone.relative * joint;
    world.push_back(bone.parent < 0 ? relative : world[bone.parent] * relative);
    transforms.push_back(world[i] * bone.fromWorld);
  }
  return transforms;
}

/// The points less where the model has them. `barycentric` is empty, or has
/// the first two coordinates of each point in its triangle.
void residuals(const std::vector<double> &pose,
               const std::vector<double> &barycentric, const Model &model,
               const std::vector<Measurement> &measurements,
               std::vector<Vector> &errors) {
  const std::vector<Affine> transforms =
      boneTransforms(model, jointAngles(pose.data(), model.bones.size()));
  Affine place = rotation({pose[0], pose[1], pose[2]});
  place.t = {pose[3], pose[4], pose[5]};

  std::vector<Vector> skin;
  for (const Vertex &vertex : model.vertices) {
    Vector sum = {0, 0, 0};
    for (const Influence &influence : vertex.influences)
      sum =
          sum + influence.weight * transforms[influence.bone](vertex.position);
    skin.push_back(place(sum));
  }

  for (std::size_t i = 0; i < measurements.size(); ++i) {
    const Measurement &measured = measurements[i];
    Vector at;
    if (barycentric.empty()) {
      at = skin[measured.place];
    } else {
      const std::array<int, 3> &corners = model.triangles[measured.place];
      const double u = barycentric[2 * i], v = barycentric[2 * i + 1];
      at = u * skin[corners[0]] + v * skin[corners[1]] +
           (1 - u - v) * skin[corners[2]];
    }
    errors[i] = measured.point - at;
  }
}

namespace {

using namespace example;

struct Instance {
  Model model;
  std::vector<Measurement> measurements;
  std::vector<double> pose, barycentric;

  std::size_t count() const { return measurements.size(); }
  std::size_t size() const { return pose.size() + barycentric.size(); }
};

std::vector<double> flattened(const std::vector<Vector> &vectors) {
  std::vector<double> all;
  for (const Vector &v : vectors)
    all.insert(all.end(), {v.x, v.y, v.z});
  return all;
}

std::vector<double> evaluate(const Instance &p) {
  std::vector<Vector> errors(p.count());
  residuals(p.pose, p.barycentric, p.model, p.measurements, errors);
  return flattened(errors);
}

/// J v by one forward sweep.
std::vector<double> product(const Instance &p, const std::vector<double> &v) {
  const auto middle = v.begin() + p.pose.size();
  std::vector<Vector> errors(p.count()), tangent(p.count());
  autodiff::jvp<residuals>(
      std::make_tuple(p.pose, p.barycentric, autodiff::constant(p.model),
                      autodiff::constant(p.measurements),
                      autodiff::active(errors, tangent)),
      std::make_tuple(std::vector<double>(v.begin(), middle),
                      std::vector<double>(middle, v.end())));
  return flattened(tangent);
}

/// J^T u by one reverse sweep.
std::vector<double> transposedProduct(const Instance &p,
                                      const std::vector<double> &u) {
  std::vector<Vector> errors(p.count()), seed(p.count());
  for (std::size_t i = 0; i < p.count(); ++i)
    seed[i] = {u[3 * i], u[3 * i + 1], u[3 * i + 2]};
  auto [result, dBarycentric] = autodiff::gradient<residuals>(
      p.pose, p.barycentric, autodiff::constant(p.model),
      autodiff::constant(p.measurements), autodiff::active(errors, seed));
  result.insert(result.end(), dBarycentric.begin(), dBarycentric.end());
  return std::move(result);
}

/// The Jacobian, column by column, by a forward sweep for each variable of the
/// pose and one for each barycentric coordinate: only the errors of a point
/// depend on its own, so that the columns of all points are one sweep's.
std::vector<double> jacobian(const Instance &p) {
  std::vector<double> columns;
  auto append = [&](const std::vector<double> &v) {
    const std::vector<double> column = product(p, v);
    columns.insert(columns.end(), column.begin(), column.end());
  };
  for (std::size_t i = 0; i < p.pose.size(); ++i) {
    std::vector<double> v(p.size());
    v[i] = 1;
    append(v);
  }
  for (std::size_t k = 0; k < 2 && !p.barycentric.empty(); ++k) {
    std::vector<double> v(p.size());
    for (std::size_t i = p.pose.size() + k; i < v.size(); i += 2)
      v[i] = 1;
    append(v);
  }
  return columns;
}

/// J^T u from these columns.
std::vector<double> transposedProduct(const Instance &p,
                                      const std::vector<double> &columns,
                                      const std::vector<double> &u) {
  std::vector<double> result(p.size());
  for (std::size_t i = 0; i < p.pose.size(); ++i)
    for (std::size_t j = 0; j < u.size(); ++j)
      result[i] += columns[i * u.size() + j] * u[j];
  for (std::size_t i = 0; i < p.barycentric.size(); ++i) {
    const double *column = &columns[(p.pose.size() + i % 2) * u.size()];
    for (std::size_t j = i / 2 * 3; j < i / 2 * 3 + 3; ++j)
      result[p.pose.size() + i] += column[j] * u[j];
  }
  return result;
}

/// J v by differences, in the direction `u` of the residuals.
double differenceProduct(const Instance &p, const std::vector<double> &u,
                         const std::vector<double> &v) {
  Instance q = p;
  return differenceAtZero([&](double h) {
    for (std::size_t i = 0; i < p.pose.size(); ++i)
      q.pose[i] = p.pose[i] + h * v[i];
    for (std::size_t i = 0; i < p.barycentric.size(); ++i)
      q.barycentric[i] = p.barycentric[i] + h * v[p.pose.size() + i];
    return dot(u, evaluate(q));
  });
}

/// A file of a model: items separated by ':', one record a line.
std::vector<std::vector<std::string>> readRecords(const std::string &path) {
  std::vector<std::vector<std::string>> records;
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    records.emplace_back();
    std::size_t from = 0, to;
    do {
      to = std::min(line.find(':', from), line.size());
      records.back().push_back(line.substr(from, to - from));
      from = to + 1;
    } while (to < line.size());
  }
  return records;
}

/// The numbers of a record from item `from` on; what is none is NaN.
std::vector<double> numbers(const std::vector<std::string> &record,
                            std::size_t from) {
  std::vector<double> result;
  for (std::size_t i = from; i < record.size(); ++i) {
    char *end = nullptr;
    const double value = std::strtod(record[i].c_str(), &end);
    result.push_back(end == record[i].c_str() || *end ? NAN : value);
  }
  return result;
}

bool isIndex(double x, std::size_t size) {
  return x >= 0 && x < double(size) && x == std::floor(x);
}

/// An affine map from the 16 numbers of a matrix, row by row.
Affine affine(const double *m) {
  return {{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}},
          {m[3], m[7], m[11]}};
}

/// "name:parent:relative (16):from world (16)"
bool parseBone(const std::vector<std::string> &record, Model &model) {
  const std::vector<double> n = numbers(record, 1);
  if (n.size() != 33 || !(n[0] == -1 || isIndex(n[0], model.bones.size())) ||
      std::any_of(n.begin(), n.end(), [](double x) { return std::isnan(x); }))
    return false;
  model.bones.push_back({int(n[0]), affine(&n[1]), affine(&n[17])});
  return true;
}

/// "position (3):normal (3):texture (2):number of bones:bone:weight: ..."
bool parseVertex(const std::vector<std::string> &record, Model &model) {
  const std::vector<double> n = numbers(record, 0);
  if (n.size() < 9 || n.size() != 9 + 2 * n[8])
    return false;
  Vertex vertex = {{n[0], n[1], n[2]}, {}};
  for (std::size_t i = 9; i < n.size(); i += 2) {
    if (!isIndex(n[i], model.bones.size()) || std::isnan(n[i + 1]))
      return false;
    vertex.influences.push_back({int(n[i]), n[i + 1]});
  }
  model.vertices.push_back(vertex);
  return true;
}

/// "vertex:vertex:vertex"
bool parseTriangle(const std::vector<std::string> &record, Model &model) {
  const std::vector<double> n = numbers(record, 0);
  if (n.size() != 3)
    return false;
  for (double x : n)
    if (!isIndex(x, model.vertices.size()))
      return false;
  model.triangles.push_back({int(n[0]), int(n[1]), int(n[2])});
  return true;
}

bool readModel(const Program &program, const std::string &folder,
               Model &model) {
  const struct {
    const char *file;
    bool (*parse)(const std::vector<std::string> &, Model &);
  } parts[] = {{"bones.txt", parseBone},
               {"vertices.txt", parseVertex},
               {"triangles.txt", parseTriangle}};
  for (const auto &part : parts) {
    const std::string path = folder + "/" + part.file;
    const auto records = readRecords(path);
    if (records.empty())
      return program.fail("cannot read '" + path + "'");
    for (std::size_t i = 0; i < records.size(); ++i)
      if (!part.parse(records[i], model))
        return program.fail(path + ": line " + std::to_string(i + 1) +
                            " is not one of a model");
  }
  return model.bones.size() > Fingers * FingerBones ||
         program.fail(folder + ": too few bones for the fingers");
}

/// The folder "model" beside the instance.
std::string modelBeside(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return (slash == std::string::npos ? "" : path.substr(0, slash + 1)) +
         "model";
}

/// "points variables", the measurements "place x y z", the barycentric
/// coordinates if there are any, and the pose.
bool readInstance(const Program &program, const std::string &path,
                  const std::string &model, Instance &p) {
  Reader in(program, path);
  long long count, variables;
  if (!in.read(count, "the number of points") ||
      !in.read(variables, "the number of variables"))
    return false;
  if (count < 1 || count > 10000000 || variables != PoseSize)
    return in.fail("the first line is not a number of points and 26");
  p.measurements.resize(count);
  for (Measurement &m : p.measurements)
    if (!in.read(m.place, "a place") || !in.read(m.point.x, "a point") ||
        !in.read(m.point.y, "a point") || !in.read(m.point.z, "a point"))
      return false;
  // The numbers that are left tell whether there are barycentric coordinates.
  std::vector<double> rest;
  in.readAll(rest);
  if (rest.size() != PoseSize && rest.size() != PoseSize + 2 * p.count())
    return in.fail("the pose is not complete, or there is text after it");
  p.pose.assign(rest.end() - PoseSize, rest.end());
  p.barycentric.assign(rest.begin(), rest.end() - PoseSize);

  if (!readModel(program, model, p.model))
    return false;
  const std::size_t places = p.barycentric.empty() ? p.model.vertices.size()
                                                   : p.model.triangles.size();
  for (const Measurement &m : p.measurements)
    if (!isIndex(m.place, places))
      return in.fail("a point is of a place that the model does not have");
  return true;
}

/// Rows of the Jacobian by a reverse sweep each: of the first errors.
double rowDistance(const Instance &p, const std::vector<double> &columns,
                   std::size_t rows) {
  double worst = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> u(3 * p.count());
    u[i] = 1;
    widen(worst,
          distance(transposedProduct(p, columns, u), transposedProduct(p, u)));
  }
  return worst;
}

/// Prints the residuals and the Jacobian of one file and checks them.
bool process(const Program &program, const std::string &path,
             const Options &options) {
  Instance p;
  if (!readInstance(program, path,
                    options.model.empty() ? modelBeside(path) : options.model,
                    p))
    return false;
  const std::vector<double> errors = evaluate(p);
  const std::vector<double> columns = jacobian(p);
  const double length = norm(columns);
  std::printf("%s: %zu points, %zu variables, %zu bones, %zu vertices\n",
              path.c_str(), p.count(), p.size(), p.model.bones.size(),
              p.model.vertices.size());
  std::printf("  residuals, norm  %.17g\n", norm(errors));
  std::printf("  Jacobian, norm   %.17g\n", length);

  Random random(1);
  double dotError = 0, transposedError = 0, differenceError = 0;
  for (int i = 0; i < 4; ++i) {
    const std::vector<double> v = random.direction(p.size());
    const std::vector<double> u = random.direction(errors.size());
    const std::vector<double> reverse = transposedProduct(p, u);
    const double forward = dot(u, product(p, v));
    widen(transposedError,
          distance(transposedProduct(p, columns, u), reverse) / norm(reverse));
    widen(dotError, std::fabs(forward - dot(reverse, v)) / norm(reverse));
    widen(differenceError,
          std::fabs(differenceProduct(p, u, v) - forward) / norm(reverse));
  }
  bool good =
      verdict("J^T u, columns - reverse sweep / norm", transposedError, 1e-12);
  good &= verdict("u J v, forward - reverse / norm", dotError, 1e-12);
  good &= verdict("u J v, differences - forward / norm", differenceError, 1e-7);
  good &= verdict(
      "first rows, columns - reverse sweeps / norm",
      rowDistance(p, columns, std::min<std::size_t>(12, errors.size())) /
          length,
      1e-12);
  good &= exchange(program, columns, options);
  if (options.timing) {
    printTimes(
        "Jacobian", [&] { return evaluate(p)[0]; },
        [&] { return jacobian(p)[0]; });
    const std::vector<double> u = random.direction(errors.size());
    printTimes(
        "J^T u", [&] { return evaluate(p)[0]; },
        [&] { return transposedProduct(p, u)[0]; });
  }
  return good;
}

const Program Hand = {
    "hand",
    "usage: hand [options] instance.txt ...\n"
    "\n"
    "Prints the norms of the residuals of a hand's pose and of their "
    "Jacobian,\n"
    "checks the Jacobian, and measures its time over the primal's. Exit "
    "status:\n"
    "0 if every check holds, 1 if one does not, 2 for wrong usage.\n"
    "\n"
    "  --model=FOLDER           the hand (by default the folder 'model' "
    "beside\n"
    "                           the instance)\n"
    "  --no-timing              only the checks\n"
    "  --print-jacobian=FILE    write the columns: of the pose, then of the\n"
    "                           points' coordinates (one instance only)\n"
    "  --compare-jacobian=FILE  check them against those that were written\n"
    "                           (one instance only)\n"
    "  --help                   this text\n",
    "jacobian",
    {},
    nullptr,
    process,
    true};

} // namespace

int main(int argc, char **argv) { return run(Hand, argc, argv); }
