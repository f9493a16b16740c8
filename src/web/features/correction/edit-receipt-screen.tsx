import { Grid, Paper } from '@mantine/core'
import { isRollNo } from '#domain/voucher-number.ts'
import { TillForm, useSingleEnter } from '#web/kit/receiving/till-form.tsx'
import { SlipPrintView } from '#web/kit/slips/use-slip-print.tsx'
import { useInitialSearch } from '#web/kit/use-initial-search.ts'
import { Screen } from '#web/ui/screen.tsx'
import { FoundReceipts } from './found-receipts.tsx'
import { LastReceipts, VoucherReceipts } from './receipt-lists.tsx'
import { useReceiptEdit } from './use-receipt-edit.ts'

/**
 * `/receipts/individual/edit`: cancels the receipts of a voucher and enters a new one (spec 2.routes.receipts-edit,
 * spec 5.receipts.edit, decisions 3.corrections).
 */
export function EditReceiptScreen() {
  const edit = useReceiptEdit()
  const { till, base, student, openStudent, open, print } = edit
  useInitialSearch('edit receipt', (number) =>
    isRollNo(number) ? openStudent(Number(number)) : till.find(number),
  )
  const takeEachEnterOnce = useSingleEnter()
  const leave = () => {
    if (!till.busy) edit.goBack()
  }

  return (
    <Screen
      title="Edit receipt"
      lead="Cancels a wrong receipt and makes the right one. Both stay on record."
      onLeave={leave}
    >
      <Grid gap="lg" onKeyDownCapture={takeEachEnterOnce}>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper withBorder p="md">
            <TillForm
              till={till}
              search={{
                label: 'Voucher No.',
                description:
                  "Type or scan the number of the voucher; a name finds the student's last receipts",
                onStudent: openStudent,
              }}
              belowSearch={student !== null && <LastReceipts rollNo={student} open={till.find} />}
              open={open}
              sending={edit.sending}
              submit={edit.submit}
              showsNotice={base === null || open}
              onCancel={leave}
              label="Save correction"
            >
              <FoundReceipts edit={edit} />
            </TillForm>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          {base && base.receipts.length > 0 && (
            <VoucherReceipts
              base={base}
              onPrint={(receiptNo) => void print.receipt(receiptNo, 'duplicate')}
            />
          )}
        </Grid.Col>
      </Grid>
      {print.printed && <SlipPrintView printed={print.printed} onDone={print.close} />}
    </Screen>
  )
}
