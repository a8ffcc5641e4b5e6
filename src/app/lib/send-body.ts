/** 0–1. */
export function sendBody(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'GET', url)
    for (const [name, value] of Object.entries((init.headers ?? {}) as Record<string, string>))
      request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    const fail = () => reject(new TypeError('the body could not be sent'))
    request.addEventListener('load', () => {
      // A redirect to another host is a captive portal.
      if (request.responseURL && new URL(request.responseURL).host !== new URL(url, location.href).host) return fail()
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: { 'x-auth-token': request.getResponseHeader('x-auth-token') ?? '' },
        }),
      )
    })
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    init.signal?.addEventListener('abort', () => request.abort())
    request.send(init.body as XMLHttpRequestBodyInit)
  })
}
