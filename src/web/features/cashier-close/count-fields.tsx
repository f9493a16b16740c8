import { Text, TextInput, VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { amountOfPieces, denominations, type Denomination } from '#domain/cashier-close.ts'
import { formatRupees } from '#domain/money.ts'
import { isPieces, readPieces, type TypedCount } from './count-input.ts'
import './cashier-close.css'

interface CountFieldsProps {
  readonly pieces: TypedCount['pieces']
  readonly onChange: (pieces: TypedCount['pieces']) => void
  readonly error: string | undefined
  readonly disabled: boolean
}

/** Enter goes to the next field, so that a count needs only digits and one key. */
function goOn(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const fields = [...(event.currentTarget.form?.querySelectorAll('input') ?? [])]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}

/** The number of each note and coin, and the sum of each line. */
export const CountFields = ({ pieces, onChange, error, disabled }: CountFieldsProps) => (
  <fieldset className="count-fields">
    <VisuallyHidden component="legend">Notes and coins</VisuallyHidden>
    <div className="count-lines">
      {denominations.map((value, index) => (
        <PiecesField
          key={value}
          value={value}
          typed={pieces[value] ?? ''}
          onChange={(typed) => onChange({ ...pieces, [value]: typed })}
          isWrong={error !== undefined && !isPieces(pieces[value])}
          disabled={disabled}
          isFirst={index === 0}
        />
      ))}
    </div>
    {error !== undefined && (
      <Text role="alert" size="sm" c="red">
        {error}
      </Text>
    )}
  </fieldset>
)

interface PiecesFieldProps {
  readonly value: Denomination
  readonly typed: string
  readonly onChange: (typed: string) => void
  readonly isWrong: boolean
  readonly disabled: boolean
  readonly isFirst: boolean
}

function PiecesField({ value, typed, onChange, isWrong, disabled, isFirst }: PiecesFieldProps) {
  const [counted] = readPieces({ [value]: typed })
  return (
    <div className="count-line">
      <span aria-hidden className="figures">
        {formatRupees(amountOfPieces({ value, pieces: 1 }))} ×
      </span>
      <TextInput
        aria-label={`Pieces of ${value}`}
        size="xs"
        inputMode="numeric"
        autoFocus={isFirst}
        autoComplete="off"
        maxLength={5}
        value={typed}
        error={isWrong}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={goOn}
      />
      <span className="figures">{counted ? formatRupees(amountOfPieces(counted)) : ''}</span>
    </div>
  )
}
