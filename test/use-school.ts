import { afterAll, beforeEach } from 'vitest'
import { openSchool, type Caller, type TestSchool } from './school.ts'

/** Opens a school that is new before each test, on the same morning, and closes it after the last. */
export async function useSchool(): Promise<TestSchool> {
  const school = await openSchool()
  const morning = school.now
  beforeEach(async () => {
    await school.reset()
    school.now = morning
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  return school
}

/** A user who signs in before each test. */
export function useCaller(signIn: () => Promise<Caller>): Caller {
  let signedIn: Caller | null = null
  beforeEach(async () => {
    signedIn = await signIn()
  })
  const caller = (): Caller => {
    if (!signedIn) throw new Error('Nobody is signed in outside a test')
    return signedIn
  }
  return {
    get cookie() {
      return caller().cookie
    },
    get: (url) => caller().get(url),
    post: (url, payload, headers) => caller().post(url, payload, headers),
  }
}
