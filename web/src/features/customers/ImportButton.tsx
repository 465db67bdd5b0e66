import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { importSettingsAddress } from '../../host/addresses.ts';
import { navigate } from '../../host/navigation.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { customersPageMessages as texts } from './customersPageMessages.ts';

/** Leads those who may import to where files of people and accounts come in. */
export function ImportButton() {
  return canWrite(useViewer().permissions, 'settings') ? (
    <Button data-tip={texts.importTip} onClick={() => navigate(importSettingsAddress)}>
      {texts.import}
    </Button>
  ) : null;
}
