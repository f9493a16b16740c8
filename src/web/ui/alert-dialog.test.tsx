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
      <button type="button" onClick={() => void alert('Voucher Paid').then(() => say('closed'))}>
        Pay
      </button>
      <button
        type="button"
        onClick={() => void offer('Voucher Paid', 'Print receipt').then((taken) => say(`print ${taken}`))}
      >
        Receive
      </button>
      <button type="button" onClick={() => void alertWithNext('Voucher Paid', labels).then(say)}>
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
          }).then((sure) => say(String(sure)))
        }
      >
        Generate
      </button>
    </Screen>
  )
}

const say = vi.fn<(what: string) => void>()

async function pressed(button: string) {
  say.mockClear()
  leave.mockClear()
  render(
    <MantineProvider env="test">
      <Form />
      <DialogHost />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: button }))
}

test('an alert takes the focus on OK, closes on Enter and gives the focus back', async () => {
  covers('decisions 5.alerts.dialog')

  await pressed('Pay')
  screen.getByRole('alertdialog', { name: 'Voucher Paid' })
  expect(document.activeElement?.textContent).toBe('OK')
  expect(say).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(say).toHaveBeenCalledExactlyOnceWith('closed')
  expect(document.activeElement?.textContent).toBe('Pay')
})

test('Escape closes the alert and does not leave the screen under it', async () => {
  await pressed('Pay')
  await userEvent.keyboard('{Escape}')
  expect(say).toHaveBeenCalledWith('closed')
  expect(leave).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(leave).toHaveBeenCalledTimes(1)
})

test('a question of caution has the focus on Cancel; Enter then changes nothing', async () => {
  await pressed('Generate')
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.keyboard('{Enter}')
  expect(say).toHaveBeenCalledWith('false')
})

test('resolves to true for yes', async () => {
  await pressed('Generate')
  await userEvent.click(screen.getByRole('button', { name: 'Yes, generate' }))
  expect(say).toHaveBeenCalledWith('true')
})

test('an alert with an offer keeps the focus and Enter on OK, and resolves to whether it was accepted', async () => {
  await pressed('Receive')
  expect(document.activeElement?.textContent).toBe('OK')
  await userEvent.keyboard('{Enter}')
  expect(say).toHaveBeenLastCalledWith('print false')
  await userEvent.click(screen.getByRole('button', { name: 'Receive' }))
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt' }))
  expect(say).toHaveBeenLastCalledWith('print true')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Receive')
})

test.each([
  ['{Enter}', 'next'],
  ['7', 'next'],
  ['{Escape}', 'next'],
  ['{Shift>}{Tab}{/Shift}{Enter}', 'confirmed'],
  ['{Shift>}{Tab}{Tab}{/Shift}{Enter}', 'taken up'],
])('an alert with a next step has the focus on it, and %s answers %s', async (keys, answer) => {
  await pressed('Receive and go on')
  screen.getByRole('alertdialog', { name: 'Voucher Paid' })
  expect(document.activeElement?.textContent).toBe('Next payment')
  await userEvent.keyboard(keys)
  expect(say).toHaveBeenCalledExactlyOnceWith(answer)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  dropTypedKeys()
})

test('two alerts are shown one after the other', async () => {
  await pressed('Pay')
  act(() => screen.getByRole('button', { name: 'Pay' }).click())
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  screen.getByRole('alertdialog')
  expect(document.activeElement?.textContent).toBe('OK')
  await userEvent.keyboard('{Enter}')
  expect(say).toHaveBeenCalledTimes(2)
})
