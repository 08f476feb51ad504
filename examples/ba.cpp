//===- ba.cpp - The Jacobian of a bundle adjustment -----------------------===//
//
// The residuals of a bundle adjustment (B. Triggs et al., "Bundle adjustment -
// a modern synthesis", 2000), as stated in F. Srajer, Z. Kukelova,
// A. Fitzgibbon, "A benchmark of selected algorithmic differentiation tools on
// some problems in computer vision and machine learning" (2018), and their
// sparse Jacobian. Reads ADBench's instance files.
//
// The functions to differentiate are `reprojectionError`, for the rows of the
// Jacobian, and `residuals`, all of them: ordinary C++. The calls that
// differentiate them are in `jacobian`, `transposedProduct` and `product`.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <autodiff/autodiff.h>

#include <tuple>

/// The numbers of a camera: its rotation as axis times angle, its centre, the
/// focal length, the principal point and two coefficients of the distortion.
enum {
  Rotation = 0,
  Centre = 3,
  Focal = 6,
  Principal = 7,
  Radial = 9,
  CameraSize = 11
};

/// `x` turned by the angle |r| about the axis r (O. Rodrigues, 1840).
static void rotate(const double *r, const double *x, double *result) {
  const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  const double cross[3] = {r[1] * x[2] - r[2] * x[1], r[2] * x[0] - r[0] * x[2],
                           r[0] * x[1] - r[1] * x[0]};
  if (square == 0) {
    for (int i = 0; i < 3; ++i)
      result[i] = x[i] + cross[i];
    return;
  }
  const double angle = std::sqrt(square);
  const double cosine = std::cos(angle), sine = std::sin(angle) / angle;
  const double along =
      (r[0] * x[0] + r[1] * x[1] + r[2] * x[2]) * (1 - cosine) / square;
  for (int i = 0; i < 3; ++i)
    result[i] = x[i] * cosine + cross[i] * sine + r[i] * along;
}

/// Where `camera` sees `point`, less where it was measured, times the weight.
void reprojectionError(const double *camera, const double *point, double weight,
                       const double *feature, double *error) {
  double relative[3], seen[3];
  for (int i = 0; i < 3; ++i)
    relative[i] = point[i] - camera[Centre + i];
  rotate(camera + Rotation, relative, seen);
  const double x = seen[0] / seen[2], y = seen[1] / seen[2];
  const double square = x * x + y * y;
  const double distortion =
      1 + camera[Radial] * square + camera[Radial + 1] * square * square;
  const double scale = camera[Focal] * distortion;
  error[0] = weight * (x * scale + camera[Principal] - feature[0]);
  error[1] = weight * (y * scale + camera[Principal + 1] - feature[1]);
}

/// Holds the weights at 1.
static double weightError(double weight) { return 1 - weight * weight; }

struct Observation {
  int camera, point;
};

/// The errors of all observations, two each, then those of their weights.
void residuals(const std::vector<double> &cameras,
               const std::vector<double> &points,
               const std::vector<double> &weights,
               const std::vector<double> &features,
               const std::vector<Observation> &observations,
               std::vector<double> &errors) {
  const std::size_t count = observations.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Observation &seen = observations[i];
    reprojectionError(&cameras[CameraSize * seen.camera],
                      &points[3 * seen.point], weights[i], &features[2 * i],
                      &errors[2 * i]);
  }
  for (std::size_t i = 0; i < count; ++i)
    errors[2 * count + i] = weightError(weights[i]);
}

namespace {

using namespace example;

struct Variables {
  std::vector<double> cameras, points, weights;

  std::size_t size() const {
    return cameras.size() + points.size() + weights.size();
  }
  std::vector<double> joined() const {
    std::vector<double> all = cameras;
    all.insert(all.end(), points.begin(), points.end());
    all.insert(all.end(), weights.begin(), weights.end());
    return all;
  }
  /// Numbers of the same shape.
  Variables like(const std::vector<double> &all) const {
    const auto first = all.begin() + cameras.size();
    const auto second = first + points.size();
    return {{all.begin(), first}, {first, second}, {second, all.end()}};
  }
};

struct Instance {
  Variables variables;
  std::vector<double> features;
  std::vector<Observation> observations;

  std::size_t count() const { return observations.size(); }
};

std::vector<double> evaluate(const Instance &p, const Variables &v) {
  std::vector<double> errors(3 * p.count());
  residuals(v.cameras, v.points, v.weights, p.features, p.observations, errors);
  return errors;
}

/// The entries of the Jacobian that are not zero: of an error those by its
/// camera, its point and its weight; of a weight's error that by the weight.
constexpr std::size_t RowSize = CameraSize + 3 + 1;

std::vector<double> jacobian(const Instance &p) {
  std::vector<double> entries(2 * RowSize * p.count());
  double *row = entries.data();
  for (std::size_t i = 0; i < p.count(); ++i) {
    const Observation &seen = p.observations[i];
    const double *camera = &p.variables.cameras[CameraSize * seen.camera];
    const double *point = &p.variables.points[3 * seen.point];
    for (int k = 0; k < 2; ++k, row += RowSize) {
      double error[2], seed[2] = {0, 0};
      seed[k] = 1;
      std::tie(row[CameraSize + 3]) = autodiff::gradient<reprojectionError>(
          autodiff::active(camera, row),
          autodiff::active(point, row + CameraSize), p.variables.weights[i],
          autodiff::constant(&p.features[2 * i]),
          autodiff::active(&error[0], &seed[0]));
    }
  }
  for (double weight : p.variables.weights)
    entries.push_back(autodiff::derivative<weightError>(weight));
  return entries;
}

/// J^T u by one reverse sweep through all residuals.
std::vector<double> transposedProduct(const Instance &p,
                                      std::vector<double> seed) {
  std::vector<double> errors(3 * p.count());
  auto [dCameras, dPoints, dWeights] = autodiff::gradient<residuals>(
      p.variables.cameras, p.variables.points, p.variables.weights,
      autodiff::constant(p.features), autodiff::constant(p.observations),
      autodiff::active(errors, seed));
  return Variables{dCameras, dPoints, dWeights}.joined();
}

/// J v by one forward sweep.
std::vector<double> product(const Instance &p, const Variables &tangent) {
  std::vector<double> errors(3 * p.count()), result(3 * p.count());
  autodiff::jvp<residuals>(
      std::make_tuple(p.variables.cameras, p.variables.points,
                      p.variables.weights, autodiff::constant(p.features),
                      autodiff::constant(p.observations),
                      autodiff::active(errors, result)),
      std::make_tuple(tangent.cameras, tangent.points, tangent.weights));
  return result;
}

/// The same from the entries of the Jacobian.
std::vector<double> product(const Instance &p,
                            const std::vector<double> &entries,
                            const Variables &tangent) {
  std::vector<double> result(3 * p.count());
  const double *row = entries.data();
  for (std::size_t i = 0; i < 2 * p.count(); ++i, row += RowSize) {
    const Observation &seen = p.observations[i / 2];
    for (int j = 0; j < CameraSize; ++j)
      result[i] += row[j] * tangent.cameras[CameraSize * seen.camera + j];
    for (int j = 0; j < 3; ++j)
      result[i] += row[CameraSize + j] * tangent.points[3 * seen.point + j];
    result[i] += row[CameraSize + 3] * tangent.weights[i / 2];
  }
  for (std::size_t i = 0; i < p.count(); ++i)
    result[2 * p.count() + i] = *row++ * tangent.weights[i];
  return result;
}

std::vector<double> transposedProduct(const Instance &p,
                                      const std::vector<double> &entries,
                                      const std::vector<double> &seed) {
  Variables sum = p.variables.like(std::vector<double>(p.variables.size()));
  const double *row = entries.data();
  for (std::size_t i = 0; i < 2 * p.count(); ++i, row += RowSize) {
    const Observation &seen = p.observations[i / 2];
    for (int j = 0; j < CameraSize; ++j)
      sum.cameras[CameraSize * seen.camera + j] += row[j] * seed[i];
    for (int j = 0; j < 3; ++j)
      sum.points[3 * seen.point + j] += row[CameraSize + j] * seed[i];
    sum.weights[i / 2] += row[CameraSize + 3] * seed[i];
  }
  for (std::size_t i = 0; i < p.count(); ++i)
    sum.weights[i] += *row++ * seed[2 * p.count() + i];
  return sum.joined();
}

/// J v by differences, in the direction `seed` of the residuals.
double differenceProduct(const Instance &p, const std::vector<double> &seed,
                         const std::vector<double> &direction) {
  const std::vector<double> all = p.variables.joined();
  return differenceAtZero([&](double h) {
    const Variables at = p.variables.like(moved(all, h, direction));
    return dot(seed, evaluate(p, at));
  });
}

/// "cameras points observations", then one camera, one point, one weight and
/// one feature, that stand for all. Observation i is of camera and point i,
/// counted round.
bool readInstance(const Program &program, const std::string &path,
                  Instance &p) {
  Reader in(program, path);
  int cameras, points, count;
  if (!in.read(cameras, "the number of cameras") ||
      !in.read(points, "the number of points") ||
      !in.read(count, "the number of observations"))
    return false;
  if (cameras < 1 || points < 1 || count < 1 || cameras > 10000000 ||
      points > 10000000 || count > 10000000)
    return in.fail("the first line is not three sensible sizes");
  std::vector<double> camera, point, weight, feature;
  if (!in.read(camera, CameraSize, "a number of the camera") ||
      !in.read(point, 3, "a coordinate of the point") ||
      !in.read(weight, 1, "the weight") ||
      !in.read(feature, 2, "a coordinate of the feature") || !in.end())
    return false;
  auto replicate = [](const std::vector<double> &one, int times) {
    std::vector<double> all;
    for (int i = 0; i < times; ++i)
      all.insert(all.end(), one.begin(), one.end());
    return all;
  };
  p.variables = {replicate(camera, cameras), replicate(point, points),
                 replicate(weight, count)};
  p.features = replicate(feature, count);
  for (int i = 0; i < count; ++i)
    p.observations.push_back({i % cameras, i % points});
  return true;
}

/// Writes an instance whose point lies before the camera.
bool generate(const std::vector<long long> &sizes) {
  for (int i = 0; i < 3; ++i)
    if (sizes[i] < 1 || sizes[i] > 10000000)
      return false;
  Random random(sizes[3]);
  std::printf("%lld %lld %lld\n", sizes[0], sizes[1], sizes[2]);
  double rotation[3], opposite[3], direction[3];
  for (int i = 0; i < 3; ++i) {
    rotation[i] = random.normal();
    opposite[i] = -rotation[i];
    std::printf("%.6f ", rotation[i]);
  }
  double centre[3];
  for (double &c : centre)
    std::printf("%.6f ", c = 10 * random.normal());
  std::printf("%.6f %.6f %.6f %.6f %.6f\n", 200 + 100 * random.uniform(),
              5 * random.normal(), 5 * random.normal(), 0.05 * random.uniform(),
              0.05 * random.uniform());
  const double depth = 20 + 20 * random.uniform();
  const double before[3] = {depth * 0.3 * random.normal(),
                            depth * 0.3 * random.normal(), depth};
  rotate(opposite, before, direction);
  for (int i = 0; i < 3; ++i)
    std::printf("%.6f%c", centre[i] + direction[i], i < 2 ? ' ' : '\n');
  std::printf("%.6f\n", 0.5 + random.uniform());
  std::printf("%.6f %.6f\n", 100 * random.normal(), 100 * random.normal());
  return true;
}

/// Prints the residuals and the Jacobian of one file and checks them.
bool process(const Program &program, const std::string &path,
             const Options &options) {
  Instance p;
  if (!readInstance(program, path, p))
    return false;
  const std::vector<double> errors = evaluate(p, p.variables);
  const std::vector<double> entries = jacobian(p);
  std::printf("%s: %zu cameras, %zu points, %zu observations, %zu variables\n",
              path.c_str(), p.variables.cameras.size() / CameraSize,
              p.variables.points.size() / 3, p.count(), p.variables.size());
  std::printf("  residuals, norm  %.17g\n", norm(errors));
  std::printf("  Jacobian, norm   %.17g\n", norm(entries));

  Random random(1);
  double productError = 0, transposedError = 0, dotError = 0,
         differenceError = 0;
  for (int i = 0; i < 2; ++i) {
    const std::vector<double> v = random.direction(p.variables.size());
    const std::vector<double> u = random.direction(errors.size());
    const Variables tangent = p.variables.like(v);
    const std::vector<double> forward = product(p, tangent);
    const std::vector<double> reverse = transposedProduct(p, u);
    widen(productError,
          distance(product(p, entries, tangent), forward) / norm(forward));
    widen(transposedError,
          distance(transposedProduct(p, entries, u), reverse) / norm(reverse));
    widen(dotError,
          std::fabs(dot(u, forward) - dot(reverse, v)) / norm(forward));
    widen(differenceError,
          std::fabs(differenceProduct(p, u, v) - dot(reverse, v)) /
              norm(forward));
  }
  bool good = verdict("J v, rows - forward sweep / norm", productError, 1e-12);
  good &= verdict("J^T u, rows - reverse sweep / norm", transposedError, 1e-12);
  good &= verdict("u J v, forward - reverse / norm", dotError, 1e-12);
  good &= verdict("u J v, differences - reverse / norm", differenceError, 1e-7);
  good &= exchange(program, entries, options);
  if (options.timing)
    printTimes(
        "Jacobian", [&] { return evaluate(p, p.variables)[0]; },
        [&] { return jacobian(p)[0]; });
  return good;
}

const Program BundleAdjustment = {
    "ba",
    "usage: ba [options] instance.txt ...\n"
    "       ba --generate CAMERAS POINTS OBSERVATIONS SEED > instance.txt\n"
    "\n"
    "Prints the norms of a bundle adjustment's residuals and of their\n"
    "Jacobian, checks the Jacobian, and measures its time over the primal's.\n"
    "Exit status: 0 if every check holds, 1 if one does not, 2 for wrong\n"
    "usage.\n"
    "\n"
    "  --no-timing              only the checks\n"
    "  --print-jacobian=FILE    write the entries that are not zero, row by\n"
    "                           row (one instance only)\n"
    "  --compare-jacobian=FILE  check them against those that were written\n"
    "                           (one instance only)\n"
    "  --help                   this text\n",
    "jacobian",
    {"CAMERAS", "POINTS", "OBSERVATIONS", "SEED"},
    generate,
    process};

} // namespace

int main(int argc, char **argv) { return run(BundleAdjustment, argc, argv); }
