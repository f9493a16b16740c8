import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { covers } from '#test/covers.ts'
import { DialogHost, useAlert, useAlertWithNext, useConfirm, useOffer } from './alert-dialog.tsx'
import { Screen } from './screen.tsx'
import { dropTypedKeys } from './type-ahead.ts'

const leave = vi.fn<() => void>()

function Form() {
  const alert = useAlert()
  const offer = useOffer()
  const confirm = useConfirm()
  const alertWithNext = useAlertWithNext()
  const labels = {
    detail: 'Receipt no. 2',
    offerLabel: 'Print receipt',
    offerKey: 'p',
    nextLabel: 'Next payment',
  }
  return (
    <Screen title="Post vouchers" onLeave={leave}>
      <button type="button" onClick={() => void alert('Voucher Paid').then(() => report('closed'))}>
        Pay
      </button>
      <button
        type="button"
        onClick={() => void offer('Voucher Paid', 'Print receipt').then((taken) => report(`print ${taken}`))}
      >
        Receive
      </button>
      <button type="button" onClick={() => void alertWithNext('Voucher Paid', labels).then(report)}>
        Receive and go on
      </button>
      <button
        type="button"
        onClick={() =>
          void confirm({
            title: 'Already there',
            message: 'Are you sure?',
            confirmLabel: 'Yes, generate',
            tone: 'caution',
          }).then((sure) => report(String(sure)))
        }
      >
        Generate
      </button>
    </Screen>
  )
}

const report = vi.fn<(answer: string) => void>()

async function renderAndPress(button: string) {
  report.mockClear()
  leave.mockClear()
  render(
    <MantineProvider env="test">
      <Form />
      <DialogHost />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: button }))
}

test('an alert focuses OK, closes on Enter and returns the focus', async () => {
  covers('decisions 5.alerts.dialog')

  await renderAndPress('Pay')
  screen.getByRole('alertdialog', { name: 'Voucher Paid' })
  expect(document.activeElement?.textContent).toBe('OK')
  expect(report).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(report).toHaveBeenCalledExactlyOnceWith('closed')
  expect(document.activeElement?.textContent).toBe('Pay')
})

test('Escape closes the alert and does not leave the screen under it', async () => {
  await renderAndPress('Pay')
  await userEvent.keyboard('{Escape}')
  expect(report).toHaveBeenCalledWith('closed')
  expect(leave).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(leave).toHaveBeenCalledTimes(1)
})

test('a question with the tone caution focuses Cancel, so that Enter changes nothing', async () => {
  await renderAndPress('Generate')
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.keyboard('{Enter}')
  expect(report).toHaveBeenCalledWith('false')
})

test('a question resolves to true if the user confirms', async () => {
  await renderAndPress('Generate')
  await userEvent.click(screen.getByRole('button', { name: 'Yes, generate' }))
  expect(report).toHaveBeenCalledWith('true')
})

test('an alert with an offer focuses OK, and resolves to true only if the offer is accepted', async () => {
  await renderAndPress('Receive')
  expect(document.activeElement?.textContent).toBe('OK')
  await userEvent.keyboard('{Enter}')
  expect(report).toHaveBeenLastCalledWith('print false')
  await userEvent.click(screen.getByRole('button', { name: 'Receive' }))
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt' }))
  expect(report).toHaveBeenLastCalledWith('print true')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Receive')
})

test.each([
  ['{Enter}', 'next'],
  ['7', 'next'],
  ['{Escape}', 'next'],
  ['{Shift>}{Tab}{/Shift}{Enter}', 'confirmed'],
  ['{Shift>}{Tab}{Tab}{/Shift}{Enter}', 'taken up'],
])('an alert with a next step focuses its button, and %s answers %s', async (keys, answer) => {
  await renderAndPress('Receive and go on')
  screen.getByRole('alertdialog', { name: 'Voucher Paid' })
  expect(document.activeElement?.textContent).toBe('Next payment')
  await userEvent.keyboard(keys)
  expect(report).toHaveBeenCalledExactlyOnceWith(answer)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  dropTypedKeys()
})

test('two alerts are shown one after the other', async () => {
  await renderAndPress('Pay')
  act(() => screen.getByRole('button', { name: 'Pay' }).click())
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  screen.getByRole('alertdialog')
  expect(document.activeElement?.textContent).toBe('OK')
  await userEvent.keyboard('{Enter}')
  expect(report).toHaveBeenCalledTimes(2)
})
