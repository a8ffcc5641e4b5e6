/** The simulated Response drops `set-cookie`. */
const keepCookies: ProxyHandler<typeof Response> = {
  construct(target, args: ConstructorParameters<typeof Response>, newTarget) {
    const response = Reflect.construct(target, args, newTarget) as Response
    const cookie = new Headers(args[1]?.headers).get('set-cookie')
    if (cookie) response.headers.set('set-cookie', cookie)
    return response
  },
}

globalThis.Response = new Proxy(Response, keepCookies)
