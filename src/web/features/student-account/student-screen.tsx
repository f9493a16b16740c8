import './student-page.css'
import { ActionIcon, Anchor, Paper, Stack, Tabs, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { studentHistory } from '#contract/history.ts'
import type { StudentReply } from '#contract/student.ts'
import { formatDate, formatIfDate } from '#domain/calendar.ts'
import { isContactField } from '#domain/contacts.ts'
import { fieldLabel } from '#domain/field-label.ts'
import { canSeeContacts, canWrite } from '#domain/roles.ts'
import { mayBeMissing, missingFields, orNotKnown } from '#domain/student.ts'
import type { CallFailed } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useRollInAddress } from '#web/kit/list-addresses.ts'
import { addRecentStudent } from '#web/kit/recents.ts'
import { SlipPrintView, useSlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import {
  leftOwingWords,
  telephoneLink,
  useStudentAccount,
  type StudentAccount,
} from '#web/kit/student-account.ts'
import { StudentStateChip } from '#web/kit/student-state.tsx'
import { HistoryTable } from '#web/kit/table/history-table.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { copyText } from '#web/ui/shown-once.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { accountLines } from './account-lines.ts'
import { AccountTable, VoucherTable } from './account-table.tsx'
import { StudentActions } from './student-actions.tsx'
import { StudentAside, StudentFigures } from './student-figures.tsx'
import { StudentSheet } from './student-sheet.tsx'

/** Everything about the student in `?roll=`, including one who has left or graduated. */
export function StudentScreen() {
  const rollNo = useRollInAddress()
  const goBack = useGoBack()
  if (rollNo !== null) return <OneStudent key={rollNo} rollNo={rollNo} />
  return (
    <Screen title="Student" onLeave={goBack}>
      <Empty title="No student is selected" hint="Press Find above and type a name or a roll number." />
    </Screen>
  )
}

function OneStudent({ rollNo }: { readonly rollNo: number }) {
  const goBack = useGoBack()
  const student = useStudentAccount(rollNo)
  const found = student.data
  const record = found?.studentData
  useEffect(() => {
    if (record) addRecentStudent(record)
  }, [record])
  return (
    <Screen
      title={record?.studentName ?? `Roll No. ${rollNo}`}
      actions={found && <StudentActions student={found} />}
      onLeave={goBack}
    >
      {student.isPending && <Loading label="Loading the student" />}
      {student.isError && <NotShown failure={student.error} retry={() => void student.refetch()} />}
      {found && <StudentPage student={found} />}
    </Screen>
  )
}

function StudentPage({ student }: { readonly student: StudentAccount }) {
  const { studentData: record, account, vouchers } = student
  const lines = useMemo(() => accountLines(account), [account])
  const slip = useSlip()
  return (
    <>
      <Stack gap={12} className="no-print">
        <Identity student={student} />
        {student.erasedOn !== null && (
          <Text c="dimmed">Names and contacts were erased on {formatDate(student.erasedOn)}.</Text>
        )}
        <StudentFigures student={student} />
        <div className="student-columns">
          <Paper withBorder miw={0} className="student-tabs" style={{ overflow: 'hidden' }}>
            <Tabs defaultValue="account" keepMounted={false}>
              <Tabs.List>
                <Tabs.Tab value="account">Account</Tabs.Tab>
                <Tabs.Tab value="vouchers">Vouchers {vouchers.length}</Tabs.Tab>
                <Tabs.Tab value="record">Record</Tabs.Tab>
                <Tabs.Tab value="history">History</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="account">
                <AccountTable lines={lines} student={student} onPrintSlip={slip.print} />
              </Tabs.Panel>
              <Tabs.Panel value="vouchers">
                <VoucherTable student={student} />
              </Tabs.Panel>
              <Tabs.Panel value="record" p="md">
                <StudentRecord student={record} />
              </Tabs.Panel>
              <Tabs.Panel value="history" px="md" pb="md">
                <StudentHistory rollNo={record.rollNo} />
              </Tabs.Panel>
            </Tabs>
          </Paper>
          <StudentAside student={student} />
        </div>
      </Stack>
      {/* Only one at a time, because each sets its own paper. */}
      {slip.printed ? (
        <SlipPrintView printed={slip.printed} onDone={slip.close} />
      ) : (
        <StudentSheet student={student} />
      )}
    </>
  )
}

/** Prints a receipt's slip again; afterwards the pressed button has the focus. */
function useSlip() {
  const { printed, receipt, close } = useSlipPrint()
  const pressed = useRef<Element>(null)
  return {
    printed,
    print: (receiptNo: number) => {
      pressed.current = document.activeElement
      void receipt(receiptNo, 'duplicate')
    },
    close: () => {
      close()
      if (pressed.current instanceof HTMLElement) pressed.current.focus()
    },
  }
}

/** The identity on one line; the phone only if the server sends it. */
const Identity = ({ student: { studentData: record, leftOwing } }: { readonly student: StudentAccount }) => (
  <div className="student-identity">
    <span>Roll No. {record.rollNo}</span>
    <span>
      Class {record.studentClass} {record.section}
    </span>
    <span>
      f. <bdi>{record.fatherName}</bdi>
    </span>
    {record.fatherHomePhone !== '' && <Phone number={record.fatherHomePhone} />}
    <Incomplete record={record} />
    {record.state !== 'active' && <StudentStateChip state={record.state} on={record.removalDate} />}
    {leftOwing && <span>{leftOwingWords(leftOwing)}</span>}
  </div>
)

/** Marks an incomplete record of a student at school, with a link to complete it. */
function Incomplete({ record }: { readonly record: StudentReply }) {
  const { role } = useStaff()
  const missing = missingFields(record).filter((field) => canSeeContacts(role) || !isContactField(field))
  if (record.state !== 'active' || missing.length === 0) return null
  return (
    <StatusChip kind="to-do">
      {canWrite(role) ? (
        <Anchor
          component={Link}
          to={`/edit-admissions?roll=${record.rollNo}`}
          inherit
          c="inherit"
          td="underline"
        >
          Incomplete record
        </Anchor>
      ) : (
        'Incomplete record'
      )}
    </StatusChip>
  )
}

function Phone({ number }: { readonly number: string }) {
  const shown = useRef<HTMLAnchorElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (shown.current) setCopied(await copyText(shown.current))
  }
  return (
    <span>
      <Anchor ref={shown} href={telephoneLink(number)} inherit>
        {number}
      </Anchor>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label="Copy the phone number"
        title="Copy the phone number"
        onClick={() => void copy()}
      >
        {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
      <output style={{ fontSize: 12 }}>{copied ? 'Copied' : ''}</output>
    </span>
  )
}

/** A number that the contract refuses belongs to nobody. */
const NotShown = ({ failure, retry }: { readonly failure: CallFailed; readonly retry: () => void }) =>
  failure.code === 'student-unknown' || failure.code === 'invalid' ? (
    <Empty title="Student does not exist" hint="Please check the Roll No. or find the student by name." />
  ) : (
    <Failed failure={failure} retry={retry} />
  )

const fields = [
  'admissionNo',
  'registrationNo',
  'oldNumber',
  'admissionDate',
  'admissionClass',
  'dateOfBirth',
  'placeOfBirth',
  'gender',
  'religion',
  'fatherHomePhone',
  'telephone',
  'fatherOfficePhone',
  'fatherCnic',
  'fatherOccupation',
  'fatherEmail',
  'address',
] as const satisfies readonly (keyof StudentReply)[]

function factOf(field: (typeof fields)[number], student: StudentReply) {
  const text = formatIfDate(String(student[field]))
  const isRequired = mayBeMissing.some((one) => one === field)
  return { label: fieldLabel(field), value: isRequired ? orNotKnown(text) : text, wide: field === 'address' }
}

/** The contact fields only for a role that may see them. */
function StudentRecord({ student }: { readonly student: StudentReply }) {
  const seesContacts = canSeeContacts(useStaff().role)
  const shown = fields
    .filter((field) => seesContacts || !isContactField(field))
    // A student who was admitted here has no earlier number.
    .filter((field) => field !== 'oldNumber' || student.oldNumber !== '')
  return (
    <section className="student-record" aria-label="Record">
      <Facts layout="pairs" facts={shown.map((field) => factOf(field, student))} />
      {!seesContacts && (
        <Text size="xs" c="dimmed" mt={6}>
          Only office staff can see contact details.
        </Text>
      )}
    </section>
  )
}

/** Every change of the student's record and money; loaded when it is shown. */
function StudentHistory({ rollNo }: { readonly rollNo: number }) {
  const history = useCall(studentHistory, { params: { rollNo } }, { gcTime: 0 })
  if (history.isPending) return <Loading label="Loading the history" />
  if (history.isError) return <Failed failure={history.error} retry={() => void history.refetch()} />
  const { changes } = history.data
  if (changes.length === 0) return <Empty title="No changes yet" />
  return (
    <HistoryTable
      isOfStudent
      lines={changes.map(({ changedByName, ...change }) => ({ ...change, who: changedByName }))}
    />
  )
}
