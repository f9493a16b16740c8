import { create } from 'zustand'
import { useSession } from '#web/api/session.ts'
import type { StudentFound } from './use-student-search.ts'

export type RecentStudent = Pick<
  StudentFound,
  'rollNo' | 'studentName' | 'fatherName' | 'studentClass' | 'section' | 'state'
>

interface Recents {
  /** The last opened first. */
  readonly students: readonly RecentStudent[]
  readonly screens: readonly string[]
}

const none: Recents = { students: [], screens: [] }

/** The students and screens opened last; in memory only, so that a shared PC keeps no child's name. */
export const useRecents = create<Recents>(() => none)

// They belong to one person at one campus.
useSession.subscribe(({ user, campus }, before) => {
  if (user?.userId !== before.user?.userId || campus !== before.campus) useRecents.setState(none)
})

/** Puts a student before those opened earlier, without the balance, which may change; six are kept. */
export function addRecentStudent(student: RecentStudent): void {
  const { rollNo, studentName, fatherName, studentClass, section, state } = student
  const recent = { rollNo, studentName, fatherName, studentClass, section, state }
  useRecents.setState(({ students }) => ({
    students: [recent, ...students.filter((other) => other.rollNo !== rollNo)].slice(0, 6),
  }))
}

/** Puts a screen before those opened earlier; five are kept, one of them the current screen. */
export const addRecentScreen = (path: string): void =>
  useRecents.setState(({ screens }) => ({
    screens: [path, ...screens.filter((other) => other !== path)].slice(0, 5),
  }))
