import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .map((file) => join('src/web', file))

/** Returns the style sheets in the folder of a file, which belong to the same screens. */
const sheetsOf = (file: string): string =>
  readdirSync(dirname(file))
    .filter((name) => name.endsWith('.css'))
    .map((name) => read(join(dirname(file), name)))
    .join('')

const usedBy = (file: string): string[] =>
  [...read(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, names]) => (names ?? '').split(',').map((name) => name.trim()))
    .filter((name) => /^[A-Z]/.test(name))

// The page imports the library's styles per component; a component without its style would be shown unstyled.
test('every library component that a file uses has its style in a main sheet or in the file’s folder', () => {
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
