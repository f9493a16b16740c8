import { formatDate, formatPrintedDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, sum } from '#domain/money.ts'
import { canSeeContacts } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { studentStateWords } from '#web/kit/student-state-words.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { accountLines, balanceWords, printedAccount } from './account-lines.ts'
import { feeLines } from './student-fees.tsx'
import './student-sheet.css'
import type { StudentTold, UnpaidTold } from './student-told.ts'
import { unpaidWords } from './unpaid-months.tsx'

// Stands only while the student's page does, for other screens print on other paper.
const paper = '@page { size: A4 portrait; margin: 10mm }'
/** Months that the sheet names one by one; what is older is summed up. */
const monthsNamed = 7
/** So few lines are printed larger. */
const roomyUpTo = 24

/** The student's page on one sheet of A4; seen on paper only. */
export function StudentSheet({ told }: { readonly told: StudentTold }) {
  const { school, campus, role, today } = useStaff()
  const { studentData: student, monthlyFeeData: fees, unpaid } = told
  const left = student.removalDate === null ? '' : ` on ${formatDate(student.removalDate)}`
  return (
    <article className="student-sheet">
      <style>{paper}</style>
      <header>
        <p>
          {school.name} · {campus}
        </p>
        <p>{formatPrintedDate(today)}</p>
      </header>
      <h2>
        <span>{student.studentName}</span> <strong>{balanceWords(told.balance)}</strong>
      </h2>
      <p>
        Father: {student.fatherName} · Class {student.studentClass}, {student.section} · Roll No.{' '}
        {student.rollNo} · {studentStateWords[student.state]}
        {left} · Admitted {formatDate(student.admissionDate)}
        {canSeeContacts(role) && ` · Phone ${student.fatherHomePhone}`}
      </p>
      <p>
        {feeLines(fees)
          .filter(({ amount, isSum }) => amount !== 0 || isSum)
          .map(({ label, amount }) => `${label} ${formatRupees(amount)}`)
          .join(' · ')}
      </p>
      {unpaid.length > 0 && <PrintedUnpaid unpaid={unpaid} />}
      <PrintedLines told={told} today={today} />
    </article>
  )
}

function PrintedUnpaid({ unpaid }: { readonly unpaid: readonly UnpaidTold[] }) {
  const older = unpaid.slice(0, -monthsNamed)
  const owed = formatRupees(sum(...older.map((month) => month.unpaid)))
  return (
    <>
      <p>Unpaid, month by month:</p>
      <ul>
        {older.length > 0 && (
          <li>
            {owed} of {older.length} earlier vouchers
          </li>
        )}
        {unpaid.slice(-monthsNamed).map((month) => (
          <li key={month.voucherNo}>{unpaidWords(month)}</li>
        ))}
      </ul>
    </>
  )
}

interface PrintedLinesProps {
  readonly told: StudentTold
  readonly today: CalendarDate
}

function PrintedLines({ told, today }: PrintedLinesProps) {
  const { lines, leftOut, broughtForward } = printedAccount(accountLines(told.account), today)
  return (
    <table data-roomy={lines.length <= roomyUpTo || undefined}>
      <thead>
        <tr>
          <th>Date</th>
          <th>What</th>
          <th>Voucher, receipt</th>
          <th>Who</th>
          <th>Amount</th>
          <th>Balance</th>
        </tr>
      </thead>
      <tbody>
        {broughtForward !== null && (
          <tr>
            <td colSpan={5}>Brought forward; {leftOut} older entries left out</td>
            <td>{balanceText(broughtForward)}</td>
          </tr>
        )}
        {lines.map((line) => (
          <tr key={line.key}>
            <td>{line.date}</td>
            <td>{line.note === '' ? line.what : `${line.what}: ${line.note}`}</td>
            <td>{line.numbers}</td>
            <td>{line.who}</td>
            <td>{formatRupees(line.amount)}</td>
            <td>{balanceText(line.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
