import { afterAll, beforeEach } from 'vitest'
import { openSchool, type Caller, type TestSchool } from './school.ts'

/** Opens a school that is reset to the same morning before each test, and closes it after the last test. */
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

/** Returns a user who signs in before each test. */
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
