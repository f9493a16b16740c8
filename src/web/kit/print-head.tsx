import { formatPrintedDate } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import './print-head.css'

// Where paper has no margin (vouchers, slips) there is no room for it, and it is not printed.
const pageNumbers =
  "@page { @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); font: 7pt sans-serif } }"

interface Props {
  readonly title: string
  /** What the report was asked for, in words. */
  readonly about: readonly string[]
  /** What narrows the table on the screen; '' for nothing. */
  readonly sought?: string
}

/** The head of a report's paper: whose it is, what it is about, when it was printed; the screen says it elsewhere. */
export function PrintHead({ title, about, sought = '' }: Props) {
  const { school, campus, today } = useStaff()
  const words = sought.trim() === '' ? about : [...about, `found by "${sought.trim()}"`]
  return (
    <div className="print-head">
      <style>{pageNumbers}</style>
      <p className="print-head-title">{title}</p>
      <p>
        <bdi>{school.name}</bdi>, <bdi>{campus}</bdi>
      </p>
      {words.length > 0 && <p>{words.join(' · ')}</p>}
      <p>Printed on {formatPrintedDate(today)}</p>
    </div>
  )
}
