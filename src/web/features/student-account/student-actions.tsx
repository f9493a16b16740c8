import { ActionIcon, Button, Group } from '@mantine/core'
import { IconCash, IconDots, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { personalData } from '#contract/erasure.ts'
import type { AccountVoucherReply } from '#contract/student-account.ts'
import { advanceOf, debtOf } from '#domain/adjustment.ts'
import type { Money } from '#domain/money.ts'
import { canManage, canWrite } from '#domain/roles.ts'
import type { StudentState } from '#domain/student.ts'
import { download } from '#web/api/download.ts'
import { useStaff } from '#web/api/session.ts'
import { printVoucherAddress, receiveAddress } from '#web/kit/list-addresses.ts'
import type { FamilyMember } from '#web/kit/student-account.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { lazyDialog } from '#web/ui/load-once.ts'
import { MenuButton } from '#web/ui/popup-button.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import { useScreenKeys, type ScreenKey } from '#web/ui/screen-keys.ts'

const dialogs = () => import('#web/kit/adjusting/account-dialogs.tsx')
const DebtDialog = lazyDialog(dialogs, (file) => file.DebtDialog)
const RefundDialog = lazyDialog(dialogs, (file) => file.RefundDialog)
const TransferDialog = lazyDialog(dialogs, (file) => file.TransferDialog)

interface ActionLink {
  readonly path: string
  readonly label: string
}

/** Record and fees change only while the student is at school; receipts can be corrected later (decisions 4.states). */
const whileAtSchool: readonly ActionLink[] = [
  { path: '/edit-admissions', label: 'Edit' },
  { path: '/edit-vouchers', label: 'Edit voucher' },
  { path: '/student-fee-change', label: 'Change fee' },
  { path: '/generate-voucher/student', label: 'Generate voucher' },
]
const charges: ActionLink = { path: '/additional-charges', label: 'Additional charges' }
const removal: ActionLink = { path: '/student-removal', label: 'Remove' }

interface StudentActionsProps {
  readonly rollNo: number
  readonly state: StudentState
  /** The vouchers that were not replaced, oldest first. */
  readonly vouchers: readonly AccountVoucherReply[]
  /** Negative if paid in advance. */
  readonly balance: Money
  readonly family: readonly FamilyMember[]
}

/** The actions for the student; each link opens its screen with this student. */
export function StudentActions(props: StudentActionsProps) {
  const { rollNo, state, vouchers, balance } = props
  const atSchool = state === 'active'
  const voucherNo = vouchers.at(-1)?.voucherNo ?? null
  const { role } = useStaff()
  const writer = canWrite(role)
  useActionKeys({ rollNo, state, voucherNo }, writer)
  return (
    <Group gap="xs" className="no-print">
      {writer && (atSchool || balance > 0) && (
        <Button component={Link} to={receiveAddress(rollNo)} leftSection={<IconCash size={16} aria-hidden />}>
          Receive
        </Button>
      )}
      {writer && atSchool && voucherNo !== null && (
        <Button
          variant="default"
          component={Link}
          to={printVoucherAddress(voucherNo)}
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          Print voucher
        </Button>
      )}
      <Button variant="default" onClick={() => window.print()}>
        Print account
      </Button>
      {writer && <MoreActions {...props} />}
    </Group>
  )
}

type Adjusting = 'debt' | 'refund' | 'transfer'

/** The actions that lower a debt or an advance without a charge or a receipt. */
const adjustingEntries = (
  debt: Money,
  advance: Money,
  open: (what: Adjusting) => void,
): readonly MenuEntry[] => [
  ...(debt > 0 ? [{ label: 'Write off or waive…', onPress: () => open('debt') }] : []),
  ...(advance > 0
    ? [
        { label: 'Pay back an advance…', onPress: () => open('refund') },
        { label: 'Transfer an advance…', onPress: () => open('transfer') },
      ]
    : []),
]

/** Saves the school's data about a student as a file for the family; for admins. */
function useSavePersonalData(rollNo: number): readonly MenuEntry[] {
  const { role } = useStaff()
  const tellFailure = useTellFailure()
  const save = () => download(personalData, { params: { rollNo } }).catch(tellFailure)
  return canManage(role) ? [{ label: 'Save all data (Excel)', onPress: () => void save() }] : []
}

function MoreActions({ rollNo, state, balance, family }: StudentActionsProps) {
  const savePersonalData = useSavePersonalData(rollNo)
  const [adjusting, setAdjusting] = useState<Adjusting | null>(null)
  const close = () => setAdjusting(null)
  const debt = debtOf(balance)
  const advance = advanceOf(balance)
  const atSchool = state === 'active'
  const entry = ({ path, label }: ActionLink) => ({ label, to: `${path}?roll=${rollNo}` })
  return (
    <>
      <MenuButton
        position="bottom-end"
        button={
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
        entries={[
          ...(atSchool ? whileAtSchool.map(entry) : []),
          { label: 'Edit receipt', to: `/receipts/individual/edit?roll=${rollNo}` },
          ...adjustingEntries(debt, advance, setAdjusting),
          ...savePersonalData,
          ...(atSchool ? [entry(charges), { ...entry(removal), removes: true }] : []),
        ]}
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

type KeyProps = Pick<StudentActionsProps, 'rollNo' | 'state'> & { readonly voucherNo: string | null }

function useActionKeys({ rollNo, state, voucherNo }: KeyProps, writer: boolean): void {
  const navigate = useNavigate()
  const to = (key: string, label: string, path: string): ScreenKey => ({
    key,
    label,
    run: () => void navigate(path),
  })
  useScreenKeys([
    ...(writer ? [to('r', 'Receive', receiveAddress(rollNo))] : []),
    ...(writer && voucherNo !== null ? [to('p', 'Print voucher', printVoucherAddress(voucherNo))] : []),
    ...(writer && state === 'active' ? [to('e', 'Edit', `/edit-admissions?roll=${rollNo}`)] : []),
  ])
}
