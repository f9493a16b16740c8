import { expect, test } from 'vitest'
import { describeDevice } from './device-words.ts'

const mozilla = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${mozilla} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15', 'Safari on macOS'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/131.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/131.0 Mobile Safari/604.1',
    'Chrome on iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['Ali Khan 0300-1234567', 'Unknown program'],
  ['<script>alert(1)</script>', 'Unknown program'],
  ['', 'Unknown program'],
])('the user agent "%s" is described as "%s"', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words)
})
