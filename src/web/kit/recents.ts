import { create } from 'zustand'
import { useSession } from '#web/api/session.ts'
import type { StudentFound } from './use-student-list.ts'

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

/** The recent students and screens, kept in memory only so that no child's name stays on a shared PC. */
export const useRecents = create<Recents>(() => none)

// Recent students belong to one user at one campus.
useSession.subscribe(({ user, campus }, previous) => {
  if (user?.userId !== previous.user?.userId || campus !== previous.campus) useRecents.setState(none)
})

/** Puts a student first, without the balance, which may change; keeps the last six. */
export function addRecentStudent(student: RecentStudent): void {
  const { rollNo, studentName, fatherName, studentClass, section, state } = student
  const recent = { rollNo, studentName, fatherName, studentClass, section, state }
  useRecents.setState(({ students }) => ({
    students: [recent, ...students.filter((other) => other.rollNo !== rollNo)].slice(0, 6),
  }))
}

/** Puts a screen first; keeps the last five, including the current one. */
export const addRecentScreen = (path: string): void =>
  useRecents.setState(({ screens }) => ({
    screens: [path, ...screens.filter((other) => other !== path)].slice(0, 5),
  }))
