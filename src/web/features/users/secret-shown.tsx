import { ShownOnce } from '#web/ui/shown-once.tsx'
import type { ShownSecret } from './passwords.ts'

interface SecretShownProps {
  readonly shown: ShownSecret
  readonly close: () => void
}

/** Shows an admin once the password or link made for a user. */
export const SecretShown = ({ shown: { title, name, message, secret }, close }: SecretShownProps) => (
  <ShownOnce
    title={
      <>
        {title} <bdi>{name}</bdi>
      </>
    }
    message={message}
    secrets={[secret]}
    close={close}
  />
)
