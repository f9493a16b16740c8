import type { Ref } from 'react'
import './secret-text.css'

interface SecretTextProps {
  /** One secret, or several, each on a line of its own. */
  readonly secrets: readonly string[]
  readonly ref?: Ref<HTMLElement>
}

/** Passwords, codes or links in letters that are not mistaken for each other; one click selects them all. */
export const SecretText = ({ secrets, ref }: SecretTextProps) => (
  <code ref={ref} className="secret-text" translate="no">
    {secrets.join('\n')}
  </code>
)
