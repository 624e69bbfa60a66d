// libsndfile as Swift sees it.
#include <sndfile.h>
