import { create } from 'zustand'
import { useSession } from '#web/api/session.ts'
import type { StudentFound } from './use-student-search.ts'

export type RecentStudent = Pick<
  StudentFound,
  'rollNo' | 'studentName' | 'fatherName' | 'studentClass' | 'section' | 'state'
>

interface Recents {
  /** Most recent first. */
  readonly students: readonly RecentStudent[]
  readonly screens: readonly string[]
}

const none: Recents = { students: [], screens: [] }

/** Kept in memory only, so that a shared PC keeps no child's name. */
export const useRecents = create<Recents>(() => none)

// Recent students belong to one user at one campus.
useSession.subscribe(({ user, campus }, before) => {
  if (user?.userId !== before.user?.userId || campus !== before.campus) useRecents.setState(none)
})

/** Puts a student first, without the balance, which may change; keeps six. */
export function addRecentStudent(student: RecentStudent): void {
  const { rollNo, studentName, fatherName, studentClass, section, state } = student
  const recent = { rollNo, studentName, fatherName, studentClass, section, state }
  useRecents.setState(({ students }) => ({
    students: [recent, ...students.filter((other) => other.rollNo !== rollNo)].slice(0, 6),
  }))
}

/** Puts a screen first; keeps five, including the current one. */
export const addRecentScreen = (path: string): void =>
  useRecents.setState(({ screens }) => ({
    screens: [path, ...screens.filter((other) => other !== path)].slice(0, 5),
  }))
