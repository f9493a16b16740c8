import {
  currentSession,
  signIn as signInCall,
  signOut as signOutCall,
  type SignedIn,
} from '#contract/session.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Right } from '#domain/rights.ts'
import type { Role } from '#domain/roles.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useShallow } from 'zustand/react/shallow'
import { answers, call, CallFailed } from './call.ts'
import { dropConfirmation } from './confirmation.ts'
import { dropDrafts } from './drafts.ts'

/** A restore that takes longer is given up (spec 3.session.restore). */
const restoreTimeoutMs = 5000

interface Known {
  readonly isSignedIn: boolean
  readonly user: { readonly name: string; readonly userId: string } | null
  readonly role: Role | null
  readonly campus: string | null
  readonly school: SignedIn['school'] | null
}

interface Session extends Known {
  /** What the user may do within the role; not stored. */
  readonly rights: readonly Right[]
  /** Whether the user has to choose a password of their own before anything else; not stored. */
  readonly mustChoosePassword: boolean
  /** The campus's date by the server's clock. */
  readonly today: CalendarDate | null
  readonly loading: boolean
  readonly failed: boolean
  readonly msg: string
  /** Why the last call of the session failed; a screen decides by its code. */
  readonly failure: CallFailed | null
  /** Signed out by the server or a bad line, not by Logout: the next sign-in goes on where this one ended. */
  readonly wasLost: boolean
  /** Whose drafts and answers the page holds: kept when a session is lost, so that the same person finds them again. */
  readonly workOf: string | null
  /** What stays stored although nobody is signed in here: no answer is no word that the session is over. */
  readonly kept: Known | null
  readonly signIn: (userId: string, password: string) => Promise<boolean>
  readonly signOut: () => Promise<void>
  readonly restore: () => Promise<void>
  readonly lost: () => void
}

const nobody = {
  isSignedIn: false,
  user: null,
  role: null,
  rights: [] as readonly Right[],
  mustChoosePassword: false,
  campus: null,
  school: null,
  today: null,
} as const
const calm = { loading: false, failed: false, msg: '', failure: null, kept: null } as const

const known = ({ isSignedIn, user, role, campus, school }: Session): Known => ({
  isSignedIn,
  user,
  role,
  campus,
  school,
})

const entered = (answer: SignedIn) => ({
  ...calm,
  isSignedIn: true,
  user: { name: answer.name, userId: answer.userId },
  role: answer.role,
  rights: answer.rights,
  mustChoosePassword: answer.mustChoosePassword,
  campus: answer.campus,
  school: answer.school,
  today: answer.today,
  msg: answer.msg,
  wasLost: false,
  workOf: answer.userId,
})

function failing(error: unknown) {
  if (!(error instanceof CallFailed)) throw error
  return { loading: false, failed: true, msg: error.msg, failure: error }
}

const enter = (answer: SignedIn): void => {
  const { workOf } = useSession.getState()
  if (workOf !== answer.userId) dropConfirmation()
  if (workOf !== null && workOf !== answer.userId) dropDrafts()
  useSession.setState(entered(answer))
}

async function signIn(userId: string, password: string): Promise<boolean> {
  useSession.setState({ ...calm, loading: true })
  try {
    enter(await call(signInCall, { body: { userId, password } }))
    return true
  } catch (error) {
    useSession.setState(failing(error))
    return false
  }
}

async function signOut(): Promise<void> {
  // The cookie is the server's to end; where it cannot be reached the page still forgets everything.
  await call(signOutCall).catch(() => null)
  dropDrafts()
  dropConfirmation()
  useSession.setState({ ...nobody, ...calm, wasLost: false, workOf: null })
}

async function restore(): Promise<void> {
  const before = useSession.getState()
  const atWork = before.today !== null
  useSession.setState({ ...calm, loading: !atWork })
  try {
    enter(await call(currentSession, { timeoutMs: restoreTimeoutMs }))
  } catch (error) {
    // A page that already works goes on working where the line is bad; one that is being left, as by two presses of
    // reload, must not sign out the page that comes, nor the other tabs.
    const isOver = error instanceof CallFailed && error.code === 'signed-out'
    useSession.setState(
      atWork ? calm : { ...nobody, ...failing(error), wasLost: true, kept: isOver ? null : known(before) },
    )
  }
}

function lost(): void {
  dropConfirmation()
  useSession.setState({ ...nobody, loading: false, wasLost: true, kept: null })
}

/** Who is signed in; what the header shows lies in local storage under `root`, and no secret (spec 3.session, decisions 5.storage). */
export const useSession = create<Session>()(
  persist(
    (): Session => ({
      ...nobody,
      ...calm,
      wasLost: false,
      workOf: null,
      signIn,
      signOut,
      restore,
      lost,
    }),
    { name: 'root', version: 0, partialize: (session) => session.kept ?? known(session) },
  ),
)

answers.addEventListener('signed-out', lost)

/** Another tab signed in or out: this one follows, for the cookie is the same. */
async function follow({ key }: StorageEvent): Promise<void> {
  if (key !== 'root') return
  const before = useSession.getState()
  await useSession.persist.rehydrate()
  const { isSignedIn, user } = useSession.getState()
  if (!isSignedIn && before.isSignedIn) lost()
  if (!isSignedIn || user?.userId === before.user?.userId) return
  useSession.setState({ today: null })
  await restore()
}
window.addEventListener('storage', (event) => void follow(event))

export interface Staff {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly rights: readonly Right[]
  readonly campus: string
  readonly school: SignedIn['school']
  readonly today: CalendarDate
}

/** Who is signed in, for screens behind the guard; throws where nobody is. */
export function useStaff(): Staff {
  const staff = useSession(
    useShallow(({ user, role, rights, campus, school, today: day }) => ({
      user,
      role,
      rights,
      campus,
      school,
      day,
    })),
  )
  const { user, role, rights, campus, school, day } = staff
  if (!user || !role || !campus || !school || !day) throw new Error('Nobody is signed in')
  return { ...user, role, rights, campus, school, today: day }
}
