import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .map((file) => join('src/web', file))

/** The style sheets that a file brings, and those of the files beside it that show the same screen. */
const sheetsOf = (file: string): string =>
  readdirSync(dirname(file))
    .filter((name) => name.endsWith('.css'))
    .map((name) => read(join(dirname(file), name)))
    .join('')

const usedBy = (file: string): string[] =>
  [...read(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, names]) => (names ?? '').split(',').map((name) => name.trim()))
    .filter((name) => /^[A-Z]/.test(name))

// The page takes the library's styles piece by piece: a piece without its style is shown unstyled, at the end of the page.
test('every piece of the library that a file uses has its style in a main sheet or beside it', () => {
  const main = read('src/web/ui/app.css') + read('src/web/ui/signed-in.css')
  const unstyled = files.flatMap((file) =>
    usedBy(file)
      .filter((name) => existsSync(`node_modules/@mantine/core/styles/${name}.css`))
      .filter((name) => !`${main}${sheetsOf(file)}`.includes(`styles/${name}.css`))
      .map((name) => `${file}: ${name}`),
  )
  expect(files.flatMap(usedBy)).toContain('NativeSelect')
  expect(main).toContain('ComboboxChevron')
  expect(unstyled).toEqual([])
})
