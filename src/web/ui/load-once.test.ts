import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('loadOnce returns the same result to every caller, even during the load', async () => {
  const load = loadOnce(async () => ({ Component: () => null }))
  const [first, second] = await Promise.all([load(), load()])
  expect(second.Component).toBe(first.Component)
  expect((await load()).Component).toBe(first.Component)
})

test('loadOnce loads again after a failure', async () => {
  const outcomes = [Promise.reject(new Error('The connection was lost')), Promise.resolve('loaded')]
  const load = loadOnce(async () => outcomes.shift())
  await expect(load()).rejects.toThrow('The connection was lost')
  expect(await load()).toBe('loaded')
})
