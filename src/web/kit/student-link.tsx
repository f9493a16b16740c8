import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './student-link.css'

/** Puts the roll number into the query, because routes take no parameters (spec 2.routes.list). */
export const studentPath = (rollNo: number): string => `/student?roll=${rollNo}`

interface Props {
  readonly rollNo: number
  readonly children: ReactNode
  /** -1 in a table whose rows are one tab stop. */
  readonly tabIndex?: number
}

export const StudentLink = ({ rollNo, children, tabIndex }: Props) => (
  <Link to={studentPath(rollNo)} className="student-link" tabIndex={tabIndex}>
    <bdi>{children}</bdi>
  </Link>
)
