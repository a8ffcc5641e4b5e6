export function createCookieJar() {
  const cookies = new Map<string, { readonly value: string; readonly path: string }>()
  return {
    headerFor({ url, credentials }: Pick<Request, 'url' | 'credentials'>): string {
      const { pathname } = new URL(url)
      const sent = [...cookies].filter(([, { path }]) => credentials !== 'omit' && pathname.startsWith(path))
      return sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    },
    keep(headers: Headers): void {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        const [, path = '/'] = /; Path=([^;]+)/.exec(line) ?? []
        if (line.includes('Max-Age=0;')) cookies.delete(name)
        else cookies.set(name, { value, path })
      }
    },
  }
}
