import { expect, test } from 'vitest'
import { providerAddress } from './provider-site.ts'

test.each([
  ['https://isv.example', 'https://isv.example/?type=SERVICE_PROVIDERS&token=a-b_c'],
  ['https://isv.example/entry?lang=zh', 'https://isv.example/entry?lang=zh&type=SERVICE_PROVIDERS&token=a-b_c'],
])('a provider of %s is redirected to the providers’ site with its kind and a ticket', (site, address) => {
  expect(providerAddress(site, 'a-b_c')).toBe(address)
})
