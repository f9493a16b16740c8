import type { Ref } from 'react'
import './secret-text.css'

interface SecretTextProps {
  readonly secrets: readonly string[]
  readonly ref?: Ref<HTMLElement>
}

/** Passwords, codes or links in unambiguous letters, one per line; a click selects them all. */
export const SecretText = ({ secrets, ref }: SecretTextProps) => (
  <code ref={ref} className="secret-text" translate="no">
    {secrets.join('\n')}
  </code>
)
