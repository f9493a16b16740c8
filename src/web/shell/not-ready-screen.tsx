import { Screen } from '#web/ui/screen.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

/** Stands where a screen of the specification is still to come. */
export const NotReadyScreen = ({ title }: { readonly title: string }) => (
  <Screen title={title} lead="Not ready yet. This screen comes with a later version.">
    <Anchor component={Link} to="/dashboard">
      Go to the dashboard
    </Anchor>
  </Screen>
)
