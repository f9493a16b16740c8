import { Box, Button, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatDate, formatMonth, formatPeriod, type CalendarDate } from '#domain/calendar.ts'
import { refusals } from '#domain/refusals.ts'
import { useStaff } from '#web/api/session.ts'
import { useMarkArrearsPaid } from '#web/kit/leaving/use-mark-arrears-paid.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import {
  readPaidBy,
  typedCash,
  typedPaidByErrors,
  type PaymentErrors,
} from '#web/kit/receiving/payment-input.ts'
import { Attention } from '#web/ui/attention.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { OutcomeFields } from './outcome-fields.tsx'
import { giveBack, type RemovalCheck, type useRemoval } from './use-removal.ts'

const VoidVoucherDialog = lazyDialog(
  () => import('#web/kit/adjusting/account-dialogs.tsx'),
  (module) => module.VoidVoucherDialog,
)

interface Props {
  readonly check: RemovalCheck
  readonly removalDate: CalendarDate
  /** False while the check of the chosen day is loading and the check of today is shown. */
  readonly isKnown: boolean
  readonly form: ReturnType<typeof useRemoval>['form']
  readonly reload: () => Promise<unknown>
  /** Runs once the arrears are received or have changed; the button may have disappeared, so the focus has to move. */
  readonly onDone: () => void
}

/** Shows if fees prevent a removal, with a button that clears them (spec 8.removal.pending, decisions 3.removal). */
export function FeeState(props: Props) {
  return (
    <>
      <VoidedVouchers check={props.check} />
      {props.check.feesCleared ? <Cleared {...props} /> : <Pending {...props} />}
    </>
  )
}

/** The vouchers of later months, which the departure voids. */
const VoidedVouchers = ({ check: { voided } }: Pick<Props, 'check'>) =>
  voided.map((voucher) => (
    <Text key={voucher.voucherNo}>
      Voucher of {formatMonth(voucher)}, <Rupees of={voucher.amount} />, will be voided.
    </Text>
  ))

function Cleared({ check, form }: Pick<Props, 'check' | 'form'>) {
  const back = giveBack(check.arrears)
  if (back !== '') {
    return (
      <>
        <Attention role="status" title={back} />
        <OutcomeFields check={check} form={form} />
      </>
    )
  }
  return (
    <Group role="status" gap={6} wrap="nowrap">
      <IconCircleCheck size={18} color="var(--portal-paid)" aria-hidden />
      <Text c="var(--portal-paid)">Fees are cleared: no dues.</Text>
    </Group>
  )
}

function Pending({ check, removalDate, isKnown, form, reload, onDone }: Props) {
  const { mark, sending } = useMarkArrearsPaid({ removalDate, reload, onDone })
  const { arrears, voucher, studentData: named } = check
  const { today } = useStaff()
  const [typed, setTyped] = useState(typedCash)
  const [errors, setErrors] = useState<PaymentErrors>({})
  function press() {
    const wrong = typedPaidByErrors(typed, today)
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) void mark({ ...check, ...named, voucher }, readPaidBy(typed))
  }
  return (
    <>
      <Attention role="status" title={refusals['fees-pending'].msg}>
        <Text fz="lg" fw={600} mt="xs">
          Arrears <Rupees of={arrears} />
        </Text>
        <NotPosted check={check} />
        {voucher && <VoucherInBrief voucher={voucher} />}
      </Attention>
      <OutcomeFields check={check} form={form}>
        <Box maw={400}>
          <MethodFields
            typed={typed}
            onChange={setTyped}
            errors={errors}
            readOnly={sending}
            rollNo={named.rollNo}
          />
          <Button
            aria-keyshortcuts="Alt+M"
            variant="default"
            mt="sm"
            disabled={!isKnown}
            loading={sending}
            onClick={press}
          >
            Mark arrears as paid
          </Button>
        </Box>
      </OutcomeFields>
    </>
  )
}

/** The part of the arrears that drafts charge, and the button that voids the last draft. */
function NotPosted({ check: { notPosted, voided, voucher } }: Pick<Props, 'check'>) {
  const [isOpen, setOpen] = useState(false)
  if (notPosted === 0 || !voucher) return null
  const draft = {
    ...voucher,
    amount: voucher.thisMonth,
    year: voucher.yearGenerated,
    month: voucher.monthGenerated,
  }
  return (
    <Group gap="xs">
      <Text>
        Of this Rs <Rupees of={notPosted} /> not posted
      </Text>
      {voided.length === 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          Void it
        </Button>
      )}
      {isOpen && <VoidVoucherDialog voucher={draft} close={() => setOpen(false)} />}
    </Group>
  )
}

/** The voucher that carries the arrears. */
const VoucherInBrief = ({ voucher }: { readonly voucher: VoucherReply }) => (
  <>
    <Text mb="xs">
      on voucher {voucher.voucherNo}, {formatPeriod(voucher.feePeriod)}
    </Text>
    <Facts
      layout="columns"
      facts={[
        { label: 'Due Date', value: formatDate(voucher.dueDate) },
        { label: 'This month', value: <Rupees of={voucher.thisMonth} /> },
        { label: 'Arrears from before', value: <Rupees of={voucher.arrears} advance /> },
        { label: 'Received so far', value: <Rupees of={voucher.received} /> },
        ...(voucher.posted ? [] : [{ label: 'State', value: 'Not yet posted' }]),
      ]}
    />
  </>
)
