import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endpointList } from '#contract/endpoints.ts'
import { root } from '#test/repository.ts'
import { handlers } from './handlers.ts'

const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

it('the handler of every endpoint has its name, in the folder of its job', () => {
  const missing = endpointList
    .map(({ job, name }) => `src/server/features/${kebabCase(job)}/${kebabCase(name)}.ts`)
    .filter((path) => !existsSync(join(root, path)))
  expect(missing).toEqual([])
  // Made with the app, as it reads what the app has seen.
  expect([...Object.keys(handlers), 'untrustedProxies'].toSorted()).toEqual(
    endpointList.map(({ name }) => name).toSorted(),
  )
})
