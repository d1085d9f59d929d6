# The peer: the computation of HARMONY's partition with NumPy and scikit-learn, natively, with one thread.
# python3 peer.py FILE ITEMS K,K,..   FILE: ITEMS x 4 doubles. One line of JSON a step; processor seconds.
import json
import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"


def tell(**values):
    print(json.dumps(values), flush=True)


def main():
    try:
        import numpy
        import sklearn
        from sklearn.cluster import SpectralClustering
        from sklearn.metrics import silhouette_score
    except ImportError as error:
        tell(work="absent", reason=str(error))
        return
    path, items, counts = sys.argv[1], int(sys.argv[2]), [int(k) for k in sys.argv[3].split(",") if k]
    p = numpy.fromfile(path, dtype=numpy.float64).reshape(items, 4)
    tell(work="version", sklearn=sklearn.__version__, numpy=numpy.__version__)

    start = time.process_time()
    p = numpy.maximum(p / p.sum(axis=1, keepdims=True), 1e-6)
    p /= p.sum(axis=1, keepdims=True)
    logarithms = numpy.log(p)
    own = (p * logarithms).sum(axis=1)
    divergence = own[:, None] + own[None, :]
    divergence -= p @ logarithms.T
    divergence -= logarithms @ p.T
    numpy.maximum(divergence, 0, out=divergence)
    divergence *= -0.5
    similarity = numpy.exp(divergence, out=divergence)
    numpy.fill_diagonal(similarity, 1)
    distance = 1 - similarity
    tell(work="similarity", seconds=time.process_time() - start)

    for k in counts:
        start = time.process_time()
        clustering = SpectralClustering(k, affinity="precomputed", n_init=10, random_state=1)
        labels = clustering.fit_predict(similarity)
        middle = time.process_time()
        silhouette = silhouette_score(distance, labels, metric="precomputed")
        end = time.process_time()
        tell(work="k", k=k, clustering=middle - start, silhouette=end - middle, value=silhouette)


main()
