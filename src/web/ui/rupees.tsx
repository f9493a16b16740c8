import { formatRupees, type Money } from '#domain/money.ts'

interface Props {
  readonly of: Money
  /** True if a negative amount is marked as paid in advance. */
  readonly advance?: boolean | undefined
}

/** Paisa shown in rupees: `12,500`, `12,500.50`, `−500 advance`. */
export const Rupees = ({ of, advance }: Props) => (
  <span className="figures" style={{ whiteSpace: 'nowrap' }}>
    {formatRupees(of)}
    {advance && of < 0 ? ' advance' : ''}
  </span>
)
