import { formatDate, formatPrintedDate } from '#domain/calendar.ts'
import { moneyInWords } from '#domain/money-in-words.ts'
import { formatRupees, sum } from '#domain/money.ts'
import { canSeeContacts } from '#domain/roles.ts'
import { orNotKnown, studentStateWords } from '#domain/student.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { Paper, PaperTable, Signatures, type PaperColumn } from '#web/kit/papers/paper.tsx'
import {
  leftOwingWords,
  unpaidWords,
  type StudentAccount,
  type UnpaidVoucher,
} from '#web/kit/student-account.ts'
import { accountLines, balanceWords, printedAccount, type AccountLine } from './account-lines.ts'
import { feeLines } from './student-figures.tsx'

/** The months that are listed one by one; older ones are summed up. */
const monthsNamed = 7

/** The student's account on A4; on paper only. */
export function StudentSheet({ student: account }: { readonly student: StudentAccount }) {
  const { name, role, today } = useStaff()
  const { studentData: student, monthlyFeeData: fees, unpaid } = account
  const latest = account.vouchers.at(-1)
  const { lines, leftOut, broughtForward } = printedAccount(accountLines(account.account), today)
  const heading =
    broughtForward === null
      ? ''
      : `Brought forward ${balanceText(broughtForward)}; ${leftOut} older entries not shown`
  return (
    <Paper
      label="Student account"
      title={account.balance > 0 ? `Owes ${balanceWords(account.balance)}` : balanceWords(account.balance)}
      about={
        <p>
          Printed on {formatPrintedDate(today)} by <bdi>{name}</bdi>
        </p>
      }
      className="print-only"
    >
      <h3 dir="auto">{student.studentName}</h3>
      <p>
        Father: {student.fatherName} · Class {student.studentClass}, {student.section} · Roll No.{' '}
        {student.rollNo} · {studentStateWords[student.state]}
        {student.removalDate !== null && ` on ${formatDate(student.removalDate)}`} · Admitted{' '}
        {formatDate(student.admissionDate)}
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
      <PaperTable
        label="Printed account"
        columns={accountColumns}
        groups={[{ heading, rows: lines }]}
        keyOf={({ key }) => key}
      />
      <Signatures of={['Signature and stamp of the school office']} />
    </Paper>
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

const accountColumns: readonly PaperColumn<AccountLine>[] = [
  { head: 'Date', cell: ({ date }) => date },
  { head: 'What', cell: ({ what, note }) => (note === '' ? what : `${what}: ${note}`) },
  { head: 'Number', cell: ({ number }) => number },
  { head: 'Who', cell: ({ whoName }) => whoName },
  { head: 'Amount', cell: ({ amount }) => formatRupees(amount), figures: true },
  { head: 'Balance', cell: ({ balance }) => balance !== null && balanceText(balance), figures: true },
]
