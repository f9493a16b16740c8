import { replaceEqualDeep } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useShallow } from 'zustand/react/shallow'
import {
  currentSession,
  signIn as signInCall,
  signInWithFactor,
  signOut as signOutCall,
  type SignedIn,
} from '#contract/session.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { RefusalFacts } from '#domain/outcome.ts'
import { answers, call, callCampus, CallFailed, factsOf, type BodyOf } from './call.ts'
import { dropConfirmation } from './confirmation.ts'
import { dropDrafts, dropLeftForms } from './drafts.ts'

/** A restore that takes longer fails (spec 3.session.restore). */
const restoreTimeoutMs = 5000

interface StoredSession {
  readonly isSignedIn: boolean
  readonly user: Readonly<Pick<SignedIn, 'name' | 'userId'>> | null
  readonly role: SignedIn['role'] | null
  readonly campus: string | null
  readonly school: SignedIn['school'] | null
}

interface Session
  extends
    StoredSession,
    Readonly<Pick<SignedIn, 'rights' | 'menu' | 'mustChoosePassword' | 'factorMissing'>> {
  /** The campus's date by the server's clock. */
  readonly today: CalendarDate | null
  /** Set after a correct password if a second factor is still needed. */
  readonly factorNeeded: FactorNeeded | null
  readonly loading: boolean
  readonly failed: boolean
  readonly msg: string
  /** The failure of the session's last call; screens decide by its code. */
  readonly failure: CallFailed | null
  /** True if the server or a bad connection ended the session: the next sign-in then continues on the same screen. */
  readonly wasLost: boolean
  /** The owner of the drafts and answers on the page; kept when a session is lost, for the same user's return. */
  readonly workOf: string | null
  /** Stays stored although nobody is signed in here: a missing answer does not mean that the session is over. */
  readonly kept: StoredSession | null
  readonly signIn: (userId: string, password: string) => Promise<boolean>
  /** Completes a sign-in; false if the factor was wrong or the sign-in has expired. */
  readonly giveFactor: (given: GivenFactor) => Promise<boolean>
  readonly leaveFactor: () => void
  readonly signOut: () => Promise<void>
  readonly restore: () => Promise<void>
  readonly lost: () => void
}

export type GivenFactor = Omit<BodyOf<typeof signInWithFactor>, 'pending'>
export type FactorNeeded = RefusalFacts['factor-needed']

const signedOutState = {
  isSignedIn: false,
  user: null,
  role: null,
  rights: [],
  menu: { cashDrawer: false, approvals: false },
  mustChoosePassword: false,
  campus: null,
  school: null,
  today: null,
  factorMissing: false,
} as const
const idleState = {
  loading: false,
  failed: false,
  msg: '',
  failure: null,
  kept: null,
  factorNeeded: null,
} as const

export const isLimited = (session: Pick<Session, 'mustChoosePassword' | 'factorMissing'>): boolean =>
  session.mustChoosePassword || session.factorMissing

function storedPart({ isSignedIn, user, role, campus, school }: Session): StoredSession {
  return { isSignedIn, user, role, campus, school }
}

function enter(answer: SignedIn): void {
  const { name, userId, ...session } = answer
  const { workOf, today } = useSession.getState()
  if (today !== null && today !== session.today) dropLeftForms()
  if (workOf !== userId) dropConfirmation()
  if (workOf !== null && workOf !== userId) dropDrafts()
  const user = { name, userId }
  const entered = { ...idleState, ...session, isSignedIn: true, user, wasLost: false, workOf: userId }
  // Keeps equal values, so that the screen is not rendered again for the same user.
  useSession.setState((now) => replaceEqualDeep(now, { ...now, ...entered }))
}

function failedState(failure: unknown) {
  if (!(failure instanceof CallFailed)) throw failure
  return { loading: false, failed: true, msg: failure.msg, failure }
}

/** Enters with the answer; false if the call failed, after which `more` is set too. */
async function enterWith(
  answer: Promise<SignedIn>,
  more: (failure: CallFailed) => Partial<Session>,
): Promise<boolean> {
  try {
    enter(await answer)
    return true
  } catch (error) {
    const failed = failedState(error)
    useSession.setState({ ...failed, ...more(failed.failure) })
    return false
  }
}

async function signIn(userId: string, password: string): Promise<boolean> {
  useSession.setState({ ...idleState, loading: true })
  const answer = call(signInCall, { body: { userId, password } })
  return enterWith(answer, (failure) => ({ factorNeeded: factsOf(failure, 'factor-needed') }))
}

async function giveFactor(given: GivenFactor): Promise<boolean> {
  const { factorNeeded } = useSession.getState()
  if (!factorNeeded) return false
  useSession.setState({ loading: true, failure: null })
  const answer = call(signInWithFactor, { body: { pending: factorNeeded.pending, ...given } })
  return enterWith(answer, ({ code }) => (code === 'factor-ended' ? { factorNeeded: null } : {}))
}

async function signOut(): Promise<void> {
  // Only the server can end the cookie; if it cannot be reached, the page still drops its data.
  await call(signOutCall).catch(() => null)
  dropDrafts()
  dropConfirmation()
  useSession.setState({ ...signedOutState, ...idleState, wasLost: false, workOf: null })
}

export const userIdIn = ({ user }: Session): string | null => user?.userId ?? null

async function restore(): Promise<void> {
  const previous = useSession.getState()
  const isInUse = previous.today !== null
  if (!isInUse) useSession.setState({ ...idleState, loading: true })
  try {
    const answer = await call(currentSession, { timeoutMs: restoreTimeoutMs })
    // The user signed out meanwhile, or another user signed in.
    if (previous.isSignedIn && userIdIn(useSession.getState()) !== userIdIn(previous)) return
    enter(answer)
  } catch (error) {
    const failed = failedState(error)
    // A page in use stays usable on a bad connection; if the session is over, the page already knows.
    if (isInUse) return
    // A page that is unloading, as after two presses of reload, must not sign out the next page or the other tabs.
    const kept = failed.failure.code === 'signed-out' ? null : storedPart(previous)
    const workOf = previous.workOf ?? userIdIn(previous)
    useSession.setState({ ...signedOutState, ...failed, wasLost: true, workOf, kept })
  }
}

function lost(): void {
  dropConfirmation()
  useSession.setState({ ...signedOutState, loading: false, wasLost: true, kept: null })
}

/** Local storage has the header's content under `root`, without secrets (spec 3.session, decisions 5.storage). */
export const useSession = create<Session>()(
  persist(
    (): Session => ({
      ...signedOutState,
      ...idleState,
      wasLost: false,
      workOf: null,
      signIn,
      giveFactor,
      leaveFactor: () => useSession.setState(idleState),
      signOut,
      restore,
      lost,
    }),
    { name: 'root', version: 0, partialize: (session) => session.kept ?? storedPart(session) },
  ),
)

callCampus(useSession.getState().campus ?? '')
useSession.subscribe(({ campus }) => callCampus(campus ?? ''))
answers.addEventListener('signed-out', lost)
answers.addEventListener('factor-missing', () => useSession.setState({ factorMissing: true }))

/** Follows a sign-in or sign-out in another tab, because the tabs share the cookie. */
async function follow({ key }: StorageEvent): Promise<void> {
  if (key !== 'root') return
  const previous = useSession.getState()
  await useSession.persist.rehydrate()
  const { isSignedIn, user } = useSession.getState()
  if (!isSignedIn && previous.isSignedIn) lost()
  if (!isSignedIn || user?.userId === previous.user?.userId) return
  useSession.setState({ today: null })
  await restore()
}
window.addEventListener('storage', (event) => void follow(event))

export type Staff = Readonly<
  Pick<SignedIn, 'userId' | 'name' | 'role' | 'rights' | 'menu' | 'campus' | 'school' | 'today'>
>

function staffPart({ user, role, rights, menu, campus, school, today }: Session) {
  return { user, role, rights, menu, campus, school, today }
}

/** The signed-in user, for screens behind the guard; throws if nobody is signed in. */
export function useStaff(): Staff {
  const { user, role, campus, school, today, ...more } = useSession(useShallow(staffPart))
  if (!user || !role || !campus || !school || !today) throw new Error('Nobody is signed in')
  return { ...user, ...more, role, campus, school, today }
}
