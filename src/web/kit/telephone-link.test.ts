import { expect, test } from 'vitest'
import { telephoneLink } from './telephone-link.ts'

test.each([
  ['0300-123 4567', 'tel:03001234567'],
  ['+92 (42) 123', 'tel:+9242123'],
  ['javascript:alert(1)', 'tel:1'],
  ['0300?body=x#y', 'tel:0300'],
])('%s is dialled as %s', (number, address) => {
  expect(telephoneLink(number)).toBe(address)
})
