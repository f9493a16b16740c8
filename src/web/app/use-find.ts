import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'react-router'
import { readSearch } from '#domain/student-search.ts'
import { useStaff } from '#web/api/session.ts'
import { useRollInAddress } from '#web/kit/list-addresses.ts'
import { addRecentStudent, useRecents } from '#web/kit/recents.ts'
import { useStudentSearch, type StudentFound, type StudentSearch } from '#web/kit/use-student-list.ts'
import {
  actionsOn,
  listMatchingLists,
  listMatchingScreens,
  screenAt,
  studentOption,
  type FindOption,
  type StudentOption,
  type Subject,
} from './find-options.ts'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** True if the first student is the only match, or has the typed roll number. */
const isFirstMeant = (typed: string, students: readonly StudentFound[]): boolean =>
  students.length === 1 || String(students[0]?.rollNo) === typed.trim()

/** Groups the options. Students come last: they load later and must not move other options just before a key press. */
function useGroups(typed: string, subject: Subject | null, students: readonly StudentFound[]) {
  const staff = useStaff()
  const { pathname } = useLocation()
  const rollNo = useRollInAddress()
  const recents = useRecents()
  const onScreen =
    rollNo === null ? null : (recents.students.find((one) => one.rollNo === rollNo) ?? { rollNo })
  // A typed number means a student, not an action.
  const actionsFor: Subject | null = subject ?? (/\d/.test(typed) ? null : onScreen)
  const actions = actionsFor && {
    name: `Actions on ${actionsFor.studentName ?? `roll no. ${actionsFor.rollNo}`}`,
    options: actionsOn(staff, actionsFor, typed),
  }
  const otherScreens = recents.screens.filter((path) => path !== pathname)
  const recent = [
    {
      name: 'Recent students',
      options: recents.students.filter((one) => one.rollNo !== rollNo).map(studentOption),
    },
    { name: 'Recent screens', options: otherScreens.flatMap((path) => screenAt(path) ?? []).slice(0, 4) },
  ]
  const matches = () => [
    { name: 'Screens', options: listMatchingScreens(staff, typed) },
    { name: 'Lists', options: listMatchingLists(staff, typed) },
    { name: 'Students', options: students.map(studentOption) },
  ]
  const results = typed.trim() === '' ? recent : matches()
  return [...(actions ? [actions] : []), ...(subject ? [] : results)].filter(
    ({ options }) => options.length > 0,
  )
}

interface Acts {
  readonly choose: (option: FindOption) => void
  readonly show: (student: StudentOption, text: string) => void
  readonly setTyped: (text: string) => void
}

/**
 * Handles an Enter or a Tab before the search has answered: opens the intended student, or shows the actions on it, once
 * it has. Keys typed after the Tab are for the actions.
 */
function useDelayedKeys(typed: string, search: StudentSearch, { choose, show, setTyped }: Acts) {
  const { state, students, hurry } = search
  // The text at an Enter, and the text typed after a Tab; null if the key is not pending.
  const [entered, setEntered] = useState<string | null>(null)
  const [after, setAfter] = useState<string | null>(null)
  const settle = useEffectEvent(() => {
    const [first] = students
    const match = first && isFirstMeant(typed, students) ? first : null
    if (state === 'found' && entered === typed) {
      setEntered(null)
      if (match) choose(studentOption(match))
    }
    if (after === null) return
    setAfter(null)
    if (match) show(match, after)
    else setTyped(`${typed}${after}`)
  })
  useEffect(() => {
    if (state !== 'seeking') settle()
  }, [state, students])
  const wait = <Text>(set: (text: Text) => void, text: Text) => {
    set(text)
    hurry()
  }
  return {
    enter: () => wait(setEntered, typed),
    tab: state === 'seeking' ? () => wait(setAfter, '') : undefined,
    type: after === null ? setTyped : (text: string) => setAfter(`${after}${text.slice(typed.length)}`),
  }
}

/** Holds the text typed into Find, the options that match it, and the option that Enter opens. */
export function useFind(open: (option: FindOption) => void) {
  const [typed, setTyped] = useState('')
  // The student whose actions alone are shown; null if there is none.
  const [subject, setSubject] = useState<StudentOption | null>(null)
  const [selection, setSelection] = useState({ text: '', row: 0 })
  const search = useStudentSearch(subject === null && readSearch(typed) ? typed : '')
  const { state, students } = search
  const groups = useGroups(typed, subject, students)
  const options = groups.flatMap((group) => group.options)
  // Enter must not open a student found for an earlier text.
  const count = options.length - (state === 'seeking' ? students.length : 0)
  const row = selection.text === typed ? selection.row : 0
  const active = count > 0 ? Math.min(row, count - 1) : -1

  function choose(chosen: FindOption) {
    const about = chosen.student ?? subject
    if (about) addRecentStudent(about)
    open(chosen)
  }

  function show(about: StudentOption | null, text = '') {
    setSubject(about)
    setTyped(text)
    setSelection({ text: '', row: 0 })
  }
  const delayed = useDelayedKeys(typed, search, { choose, show, setTyped })

  const option = options[active]
  const student = option?.student
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    Enter: () => (option ? choose(option) : delayed.enter()),
    Tab: student ? () => show(student) : delayed.tab,
    Backspace: typed === '' && subject ? () => show(null) : undefined,
  }

  /** Moves the selection; a step before the students have loaded is remembered. */
  function step(by: number) {
    if (active >= 0) setSelection({ text: typed, row: (active + by + count) % count })
    else if (state === 'seeking') setSelection({ text: typed, row: Math.max(row + by, 0) })
  }

  function press(event: KeyboardEvent) {
    const by = steps[event.key]
    const act = event.shiftKey ? undefined : keys[event.key]
    if (event.nativeEvent.isComposing || (by === undefined && !act)) return
    event.preventDefault()
    if (by !== undefined) step(by)
    act?.()
  }

  return {
    typed,
    type: delayed.type,
    groups,
    search,
    isNarrowed: subject !== null,
    count: options.length,
    /** The index of the selected option; -1 if Enter opens none. */
    active,
    /** True if Tab shows the actions on the student of the selected row. */
    offersActions: student !== undefined,
    point: (to: number) => setSelection({ text: typed, row: to }),
    press,
    choose,
  }
}
