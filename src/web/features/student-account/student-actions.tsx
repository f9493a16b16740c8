import { ActionIcon, Button, Group } from '@mantine/core'
import { IconCash, IconDots, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { personalData } from '#contract/erasure.ts'
import { advanceOf, debtOf } from '#domain/adjustment.ts'
import { canManage, canWrite } from '#domain/roles.ts'
import { download } from '#web/api/download.ts'
import { useStaff } from '#web/api/session.ts'
import { printVoucherAddress, receiveAddress } from '#web/kit/list-addresses.ts'
import type { StudentAccount } from '#web/kit/student-account.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { lazyDialog } from '#web/ui/load-once.ts'
import { MenuButton } from '#web/ui/popup-button.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import { useScreenKeys, type ScreenKey } from '#web/ui/screen-keys.ts'

const dialogs = () => import('#web/kit/adjusting/account-dialogs.tsx')
const DebtDialog = lazyDialog(dialogs, (file) => file.DebtDialog)
const RefundDialog = lazyDialog(dialogs, (file) => file.RefundDialog)
const TransferDialog = lazyDialog(dialogs, (file) => file.TransferDialog)

interface ActionProps {
  readonly student: StudentAccount
}

/** Returns the addresses of the actions, and runs them by key. */
function useAddresses({ studentData: { rollNo, state }, vouchers }: StudentAccount, writer: boolean) {
  const voucherNo = vouchers.at(-1)?.voucherNo
  const receive = receiveAddress(rollNo)
  const print = voucherNo === undefined ? null : printVoucherAddress(voucherNo)
  const edit = state === 'active' ? `/edit-admissions?roll=${rollNo}` : null
  const navigate = useNavigate()
  const key = (letter: string, label: string, path: string | null): readonly ScreenKey[] =>
    path !== null && writer ? [{ key: letter, label, run: () => void navigate(path) }] : []
  useScreenKeys([
    ...key('r', 'Receive', receive),
    ...key('p', 'Print voucher', print),
    ...key('e', 'Edit', edit),
  ])
  return { receive, print }
}

/** The actions for the student; each link opens its screen with this student. */
export function StudentActions({ student }: ActionProps) {
  const { studentData, balance } = student
  const atSchool = studentData.state === 'active'
  const writer = canWrite(useStaff().role)
  const { receive, print } = useAddresses(student, writer)
  return (
    <Group gap="xs" className="no-print">
      {writer && (atSchool || balance > 0) && (
        <Button component={Link} to={receive} leftSection={<IconCash size={16} aria-hidden />}>
          Receive
        </Button>
      )}
      {writer && atSchool && print !== null && (
        <Button
          variant="default"
          component={Link}
          to={print}
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          Print voucher
        </Button>
      )}
      <Button variant="default" onClick={() => window.print()}>
        Print account
      </Button>
      {writer && <MoreActions student={student} />}
    </Group>
  )
}

type Adjusting = 'debt' | 'refund' | 'transfer'

/** The entries of the menu; record and fees change only while the student is at school (decisions 4.states). */
function entriesFor(
  { studentData, balance }: StudentAccount,
  adjust: (what: Adjusting) => void,
  forAdmins: readonly MenuEntry[],
): readonly MenuEntry[] {
  const link = (path: string, label: string) => ({ label, to: `${path}?roll=${studentData.rollNo}` })
  const atSchool = studentData.state === 'active'
  const whileAtSchool = (...entries: readonly MenuEntry[]) => (atSchool ? entries : [])
  // Lowers a debt or an advance without a charge or a receipt.
  const adjusting = (label: string, what: Adjusting) => ({ label, onPress: () => adjust(what) })
  return [
    ...whileAtSchool(
      link('/edit-admissions', 'Edit'),
      link('/edit-vouchers', 'Edit voucher'),
      link('/student-fee-change', 'Change fee'),
      link('/generate-voucher/student', 'Generate voucher'),
    ),
    link('/receipts/individual/edit', 'Edit receipt'),
    ...(debtOf(balance) > 0 ? [adjusting('Write off or waive…', 'debt')] : []),
    ...(advanceOf(balance) > 0
      ? [adjusting('Pay back an advance…', 'refund'), adjusting('Transfer an advance…', 'transfer')]
      : []),
    ...forAdmins,
    ...whileAtSchool(link('/additional-charges', 'Additional charges'), {
      ...link('/student-removal', 'Remove'),
      removes: true,
    }),
  ]
}

function MoreActions({ student }: ActionProps) {
  const { balance, family, studentData } = student
  const { rollNo } = studentData
  const { role } = useStaff()
  const tellFailure = useTellFailure()
  const [adjusting, setAdjusting] = useState<Adjusting | null>(null)
  const close = () => setAdjusting(null)
  const debt = debtOf(balance)
  const advance = advanceOf(balance)
  // The school's data about a student as a file for the family.
  const save = () => download(personalData, { params: { rollNo } }).catch(tellFailure)
  const saveAll = { label: 'Save all data (Excel)', onPress: () => void save() }
  return (
    <>
      <MenuButton
        position="bottom-end"
        button={
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
        entries={entriesFor(student, setAdjusting, canManage(role) ? [saveAll] : [])}
      />
      {adjusting === 'debt' && <DebtDialog rollNo={rollNo} debt={debt} balance={balance} close={close} />}
      {adjusting === 'refund' && (
        <RefundDialog rollNo={rollNo} advance={advance} balance={balance} close={close} />
      )}
      {adjusting === 'transfer' && (
        <TransferDialog rollNo={rollNo} advance={advance} balance={balance} family={family} close={close} />
      )}
    </>
  )
}
