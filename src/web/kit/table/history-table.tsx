import { VisuallyHidden } from '@mantine/core'
import { Fragment, type Ref } from 'react'
import type { studentHistory } from '#contract/history.ts'
import { dateAt, formatDate, formatTime } from '#domain/calendar.ts'
import { fieldLabel, fieldValue } from '#domain/field-label.ts'
import type { Reply } from '#web/api/call.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { RecordTable, type RecordColumn } from './record-table.tsx'

type Change = Reply<typeof studentHistory>['changes'][number]

/** A change in the history; the screen formats the user's name. */
export interface HistoryLine extends Omit<Change, 'changedBy' | 'changedByName' | 'contactsWithheld'> {
  readonly who: string
  /** Left out if the screen is about one student. */
  readonly student?: { readonly rollNo: number; readonly name: string } | null
  readonly contactsWithheld?: boolean
}

/** Capitalises a kind of change: `Payment received`. */
export const kindInWords = (what: string): string => what.replace(/^./, (first) => first.toUpperCase())

const columns: readonly RecordColumn<HistoryLine>[] = [
  { key: 'time', heading: 'Time', card: 'plain', cell: ({ changedAt }) => formatTime(changedAt) },
  {
    key: 'what',
    heading: 'What',
    wraps: true,
    card: 'title',
    width: 200,
    cell: ({ what, voucherNo, receiptNo }) =>
      [kindInWords(what), voucherNo && `voucher ${voucherNo}`, receiptNo && `receipt ${receiptNo}`]
        .filter(Boolean)
        .join(', '),
  },
  {
    key: 'student',
    heading: 'Student',
    card: 'plain',
    cell: ({ student }) =>
      student && (
        <>
          <StudentLink rollNo={student.rollNo}>{student.name}</StudentLink>, Roll No. {student.rollNo}
        </>
      ),
  },
  {
    key: 'fields',
    heading: 'Before and after',
    wraps: true,
    card: 'plain',
    width: 320,
    cell: ({ fields, contactsWithheld = false }) => (
      <>
        {fields.map(({ field, before, after }, place) => (
          <Fragment key={field}>
            {place > 0 && ' · '}
            <i>{fieldLabel(field)}</i>{' '}
            {before !== null && (
              <>
                <s>{fieldValue(field, before)}</s>
                <span aria-hidden> → </span>
                <VisuallyHidden> became </VisuallyHidden>
              </>
            )}
            {after === null ? 'nothing' : fieldValue(field, after)}
          </Fragment>
        ))}
        {contactsWithheld && <small>Contact details: shown to office staff only</small>}
      </>
    ),
  },
  { key: 'who', heading: 'Who', card: 'plain', cell: ({ who }) => <bdi>{who}</bdi> },
]

const columnsOfStudent = columns.filter(({ key }) => key !== 'student')

interface HistoryTableProps {
  readonly lines: readonly HistoryLine[]
  readonly isOfStudent?: boolean
  readonly ref?: Ref<HTMLDivElement>
}

/** The changes, one a line under its day, with author, time, and every field before and after. */
export const HistoryTable = ({ lines, isOfStudent = false, ref }: HistoryTableProps) => (
  <RecordTable
    ref={ref ?? null}
    label="Changes, newest first"
    columns={isOfStudent ? columnsOfStudent : columns}
    rows={lines}
    rowKey={({ changeNo }) => changeNo}
    groupBy={({ changedAt }) => formatDate(dateAt(changedAt))}
  />
)
