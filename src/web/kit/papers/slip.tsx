import { moneyInWords } from '#domain/money-in-words.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { Facts, Paper, Signatures, textSize, type Fact } from './paper.tsx'
import './slip.css'

interface SlipProps {
  readonly label: string
  readonly title: string
  readonly number: string
  /** A mark below the head, such as a cancellation; '' for none. */
  readonly mark: string
  /** True if the slip may have been printed before. */
  readonly isDuplicate?: boolean
  readonly facts: readonly Fact[]
  readonly amount: Money
  /** The balance, or the meaning of the amount. */
  readonly balance: string
  /** The act of the office and the user's name: `Received by`. */
  readonly by: readonly [act: string, name: string]
  readonly signature: string
}

/** A slip for money that was received or paid out: a third of an A4 page, or a piece of a roll. */
export const Slip = (props: SlipProps) => {
  const { label, title, number, mark, isDuplicate, facts, amount, balance, by, signature } = props
  const [act, name] = by
  return (
    <Paper
      label={label}
      title={title}
      className="slip"
      about={
        <>
          <p className="slip-number">{number}</p>
          {isDuplicate && <p className="slip-mark">DUPLICATE</p>}
        </>
      }
    >
      {mark !== '' && <p className="slip-mark">{mark}</p>}
      <Facts of={facts} />
      <div className="slip-amount">
        <p className="slip-figures">Rs {formatRupees(amount)}</p>
        <p>{moneyInWords(amount)}</p>
        <p className="slip-balance">{balance}</p>
      </div>
      <Signatures
        of={[
          <span key="by" data-long={textSize(name)}>
            {act} <bdi>{name}</bdi>
          </span>,
          signature,
        ]}
      />
    </Paper>
  )
}
