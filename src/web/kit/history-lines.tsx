import { Text, VisuallyHidden } from '@mantine/core'
import type { Ref } from 'react'
import { dateAt, formatDate, formatInstant, formatTime } from '#domain/calendar.ts'
import { fieldLabel, fieldValue } from '#domain/field-label.ts'
import { StudentLink } from './student-link.tsx'
import './history-lines.css'

/** A line of the history; the screen formats the user's name. */
export interface HistoryLine {
  readonly changeNo: number
  readonly what: string
  readonly changedAt: Date
  readonly who: string
  /** Left out if the screen is about one student. */
  readonly student?: { readonly rollNo: number; readonly name: string } | null
  readonly voucherNo: string | null
  readonly receiptNo: number | null
  readonly fields: readonly FieldLine[]
  /** True if changed contact fields are left out. */
  readonly contactsWithheld?: boolean
}

interface FieldLine {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

interface Props {
  readonly lines: readonly HistoryLine[]
  readonly ref?: Ref<HTMLOListElement>
  /** True for a timeline, which names each day once, above its changes. */
  readonly byDay?: boolean
}

/** The changes, each with author, time, and every field before and after. */
export const HistoryLines = ({ lines, ref, byDay = false }: Props) => (
  <ol
    ref={ref ?? null}
    className="history-lines"
    data-by-day={byDay || undefined}
    aria-label="Changes, newest first"
  >
    {lines.map((line, index) => (
      <Line key={line.changeNo} line={line} day={byDay ? dayAbove(line, lines[index - 1]) : null} />
    ))}
  </ol>
)

/** Returns the day of a line; '' if the previous line has the same day. */
function dayAbove({ changedAt }: HistoryLine, previous: HistoryLine | undefined): string {
  const day = dateAt(changedAt)
  return previous && dateAt(previous.changedAt) === day ? '' : formatDate(day)
}

/** Capitalises a kind of change: `Payment received`. */
export const kindInWords = (what: string): string => what.replace(/^./, (first) => first.toUpperCase())

interface LineProps {
  readonly line: HistoryLine
  /** The day above the line in a timeline; null if each line has its own date. */
  readonly day: string | null
}

function Line({ line, day }: LineProps) {
  const { what, student, voucherNo, receiptNo, fields, contactsWithheld = false } = line
  const about = [voucherNo && `voucher ${voucherNo}`, receiptNo !== null && `receipt ${receiptNo}`]
  return (
    <li tabIndex={-1}>
      {day !== null && day !== '' && <h2 className="history-lines-day">{day}</h2>}
      <Text fw={600}>
        {kindInWords(what)}
        {about.filter(Boolean).map((part) => `, ${part}`)}
      </Text>
      {student && (
        <Text>
          <StudentLink rollNo={student.rollNo}>{student.name}</StudentLink>, Roll No. {student.rollNo}
        </Text>
      )}
      <WhenAndWho line={line} isUnderDay={day !== null} />
      {(fields.length > 0 || contactsWithheld) && (
        <dl>
          {fields.map((field) => (
            <Field key={field.field} {...field} />
          ))}
          {contactsWithheld && <WithheldContacts />}
        </dl>
      )}
    </li>
  )
}

const WhenAndWho = ({ line, isUnderDay }: { readonly line: HistoryLine; readonly isUnderDay: boolean }) => (
  <Text size="xs" c="dimmed">
    {isUnderDay ? formatTime(line.changedAt) : formatInstant(line.changedAt)} by <bdi>{line.who}</bdi>
  </Text>
)

const WithheldContacts = () => (
  <div>
    <Text component="dt" c="dimmed">
      Contact details
    </Text>
    <dd>shown to office staff only</dd>
  </div>
)

const Field = ({ field, before, after }: FieldLine) => (
  <div>
    <Text component="dt" c="dimmed">
      {fieldLabel(field)}
    </Text>
    <dd>
      {before !== null && (
        <>
          <span className="history-lines-before">{fieldValue(field, before)}</span>
          <span aria-hidden> → </span>
          <VisuallyHidden> became </VisuallyHidden>
        </>
      )}
      {after === null ? 'nothing' : fieldValue(field, after)}
    </dd>
  </div>
)
