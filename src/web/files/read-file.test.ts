import { registerBytes, registerFiles } from '#test/register-files.ts'
import { expect, test } from 'vitest'
import { readFile } from './read-file.ts'

test.each(registerFiles)('reads $name as its program saved it', async ({ name, headings, rows }) => {
  const read = await readFile(new File([registerBytes(name)], name))
  expect(read).toMatchObject({ state: 'read', table: { fileName: name, headings, rows } })
})
