import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The page takes the library's styles piece by piece: a piece without its style would stand naked.
test('every piece of the library that the page uses has its style', () => {
  const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  const sheet = files
    .filter((file) => file.endsWith('.css') && !file.startsWith('dist'))
    .map((file) => readFileSync(`src/web/${file}`, 'utf8'))
    .join()
  const used = files
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap((file) =>
      [
        ...readFileSync(`src/web/${file}`, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
      ].flatMap(([, names]) => (names ?? '').split(',').map((name) => name.trim())),
    )
  const naked = [...new Set(used)].filter(
    (name) =>
      /^[A-Z]/.test(name) &&
      existsSync(`node_modules/@mantine/core/styles/${name}.css`) &&
      !sheet.includes(`styles/${name}.css`),
  )
  expect(used.length).toBeGreaterThan(20)
  expect(used).toContain('NativeSelect')
  expect(sheet).toContain('ComboboxChevron')
  expect(naked).toEqual([])
})
