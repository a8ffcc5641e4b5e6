import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One street address; `fallSilent` drops connections. */
export async function openMapService() {
  const asked: URL[] = []
  let isSilent = false
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://map')
    asked.push(url)
    if (isSilent) return void response.destroy()
    const isKnown = url.searchParams.get('address') === '世纪大道1号'
    const body =
      url.pathname === '/v3/geocode/geo'
        ? { status: '1', geocodes: isKnown ? [{ location: '121.506377,31.245105' }] : [] }
        : { status: '1', regeocode: { formatted_address: '上海市浦东新区陆家嘴街道世纪大道1号' } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    asked,
    host: `http://127.0.0.1:${port}`,
    fallSilent: () => void (isSilent = true),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
