import { formatPrintedDate } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import './print-head.css'

interface Props {
  readonly title: string
  /** The filters of the report, as text. */
  readonly about: readonly string[]
  /** The search text that narrows the table; '' for none. */
  readonly sought?: string
}

/** The head of a printed page: school, subject, date and user. */
export function PrintHead({ title, about, sought = '' }: Props) {
  const { school, campus, name, today } = useStaff()
  const words = sought.trim() === '' ? about : [...about, `found by "${sought.trim()}"`]
  return (
    <div className="print-head">
      <p className="print-head-title">{title}</p>
      <p>
        <bdi>{school.name}</bdi>, <bdi>{campus}</bdi>
      </p>
      {words.length > 0 && <p>{words.join(' · ')}</p>}
      <p>
        Printed on {formatPrintedDate(today)} by <bdi>{name}</bdi>
      </p>
    </div>
  )
}
