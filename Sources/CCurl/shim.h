#ifndef CASTLAB_CCURL_SHIM_H
#define CASTLAB_CCURL_SHIM_H

#include <curl/curl.h>

// The variadic functions of libcurl, which Swift does not see, one for each kind of value.

typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *receiver);

static inline CURLcode ccurl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

static inline CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receiver value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_body(CURL *easy, const void *bytes, long count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, count);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

static inline CURLcode ccurl_get_status(CURL *easy, long *status) {
    return curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, status);
}

// The transfer that has ended, and its outcome; NULL when none has.
static inline CURL *ccurl_next_ended(CURLM *multi, CURLcode *outcome) {
    int rest = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &rest)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *outcome = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

#endif
