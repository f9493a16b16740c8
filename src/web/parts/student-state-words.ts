import type { StudentState } from '#domain/student.ts'

/** A student's state as the office says it. */
export const studentStateWords: Readonly<Record<StudentState, string>> = {
  active: 'At school',
  removed: 'Left',
  graduated: 'Graduated',
}
