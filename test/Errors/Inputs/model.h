// A header of the user's.
double external(double x);

inline double model(double x) {
  return external(x) + x;
}
