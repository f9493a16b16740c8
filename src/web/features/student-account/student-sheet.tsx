import { formatDate, formatPrintedDate, type CalendarDate } from '#domain/calendar.ts'
import { moneyInWords } from '#domain/money-in-words.ts'
import { formatRupees, sum } from '#domain/money.ts'
import { canSeeContacts } from '#domain/roles.ts'
import { orNotKnown, studentStateWords } from '#domain/student.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import {
  leftOwingWords,
  unpaidWords,
  type StudentAccount,
  type UnpaidVoucher,
} from '#web/kit/student-account.ts'
import { accountLines, balanceWords, printedAccount } from './account-lines.ts'
import { feeLines } from './student-aside.tsx'
import '#web/kit/print-head.css'
import './student-sheet.css'

// Applies only while the student's page is shown, because other screens print on other paper.
const paper = '@page { size: A4 portrait }'
/** The months that are listed one by one; older ones are summed up. */
const monthsNamed = 7
/** Up to this number of lines the print is larger. */
const roomyUpTo = 24

/** The student's account on A4; on paper only. */
export function StudentSheet({ student: account }: { readonly student: StudentAccount }) {
  const { school, campus, name, role, today } = useStaff()
  const { studentData: student, monthlyFeeData: fees, unpaid } = account
  const latest = account.vouchers.at(-1)
  const left = student.removalDate === null ? '' : ` on ${formatDate(student.removalDate)}`
  return (
    <article className="student-sheet">
      <style>{paper}</style>
      <header>
        <p>
          {school.name} · {campus}
        </p>
        <p>
          Printed on {formatPrintedDate(today)} by <bdi>{name}</bdi>
        </p>
      </header>
      <h2>
        <span>{student.studentName}</span>{' '}
        <strong>
          {account.balance > 0 ? `Owes ${balanceWords(account.balance)}` : balanceWords(account.balance)}
        </strong>
      </h2>
      <p>
        Father: {student.fatherName} · Class {student.studentClass}, {student.section} · Roll No.{' '}
        {student.rollNo} · {studentStateWords[student.state]}
        {left} · Admitted {formatDate(student.admissionDate)}
        {canSeeContacts(role) && ` · Phone ${orNotKnown(student.fatherHomePhone)}`}
      </p>
      {account.leftOwing && <p>{leftOwingWords(account.leftOwing)}</p>}
      <p>
        {feeLines(fees)
          .filter(({ amount, isSum }) => amount !== 0 || isSum)
          .map(({ label, amount }) => `${label} ${formatRupees(amount)}`)
          .join(' · ')}
      </p>
      {unpaid.length > 0 && <PrintedUnpaid unpaid={unpaid} />}
      {account.balance > 0 && (
        <p>
          <strong>{moneyInWords(account.balance)}</strong>
          {latest && ` · Due date ${formatDate(latest.dueDate)}`}
        </p>
      )}
      <PrintedLines student={account} today={today} />
      <footer>
        <span>Signature and stamp of the school office</span>
      </footer>
    </article>
  )
}

function PrintedUnpaid({ unpaid }: { readonly unpaid: readonly UnpaidVoucher[] }) {
  const older = unpaid.slice(0, -monthsNamed)
  const owed = formatRupees(sum(...older.map((month) => month.unpaid)))
  return (
    <>
      <p>Unpaid months:</p>
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
  readonly student: StudentAccount
  readonly today: CalendarDate
}

function PrintedLines({ student, today }: PrintedLinesProps) {
  const { lines, leftOut, broughtForward } = printedAccount(accountLines(student.account), today)
  return (
    <table data-roomy={lines.length <= roomyUpTo || undefined}>
      <thead>
        <tr>
          <th>Date</th>
          <th>What</th>
          <th>Number</th>
          <th>Who</th>
          <th>Amount</th>
          <th>Balance</th>
        </tr>
      </thead>
      <tbody>
        {broughtForward !== null && (
          <tr>
            <td colSpan={5}>Brought forward; {leftOut} older entries not shown</td>
            <td>{balanceText(broughtForward)}</td>
          </tr>
        )}
        {lines.map((line) => (
          <tr key={line.key}>
            <td>{line.date}</td>
            <td>{line.note === '' ? line.what : `${line.what}: ${line.note}`}</td>
            <td>{line.number}</td>
            <td>{line.who}</td>
            <td>{formatRupees(line.amount)}</td>
            <td>{line.balance !== null && balanceText(line.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
