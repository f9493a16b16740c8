import { readSearch } from '#domain/student-search.ts'
import { useStaff } from '#web/api/session.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { useStudentSearch, type StudentFound } from '#web/kit/use-student-search.ts'
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { foundScreens } from './found-screens.ts'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Whether there is no doubt which student was meant. */
const isMeant = (typed: string, students: readonly StudentFound[]): boolean =>
  students.length === 1 || String(students[0]?.rollNo) === typed.trim()

/** What was typed into Find, the screens and students it means, and the one that Enter opens. */
export function useFind(open: (path: string) => void) {
  const { role } = useStaff()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState({ of: '', row: 0 })
  // Enter came before the students did.
  const [awaited, setAwaited] = useState<string | null>(null)

  const screens = foundScreens(role, typed)
  const search = useStudentSearch(readSearch(typed) ? typed : '')
  const { state, students } = search
  // Those of a letter ago stand until the new ones are there, but nobody opens them by Enter.
  const known = state === 'found' ? students : []
  const paths = [...screens.map(({ path }) => path), ...known.map(({ rollNo }) => studentPath(rollNo))]
  const row = place.of === typed ? Math.min(place.row, paths.length - 1) : 0
  const active = paths.length > 0 ? row : -1

  const settle = useEffectEvent(() => {
    if (awaited !== typed) return
    setAwaited(null)
    const [first] = students
    if (first && isMeant(typed, students)) open(studentPath(first.rollNo))
  })
  useEffect(() => {
    if (state === 'found') settle()
  }, [state, students])

  function enter() {
    const path = paths[active]
    if (path !== undefined) return open(path)
    setAwaited(typed)
    search.hurry()
  }

  return {
    typed,
    type: setTyped,
    screens,
    search,
    /** How many of both are in sight. */
    count: screens.length + students.length,
    /** The place among screens and then students; -1 where Enter would open none. */
    active,
    point: (to: number) => setPlace({ of: typed, row: to }),
    press: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      const by = steps[event.key]
      if (by !== undefined && active >= 0) {
        setPlace({ of: typed, row: (active + by + paths.length) % paths.length })
      } else if (event.key === 'Enter') enter()
      else if (by === undefined) return
      event.preventDefault()
    },
  }
}
