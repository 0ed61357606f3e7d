"""Small lists of names and words, written for this project: what surrogates are drawn from and what marks a word as a name."""

from __future__ import annotations

FIRST_NAMES = tuple(
    """Alice Amelia Anton Beatrice Bruno Carla Cedric Clara Colin Daphne Dario Edith Elena Elias Emil Esther Fabian Fiona Flora
    Gavin Gemma Greta Hannah Hector Helena Henrik Hugo Ida Imelda Irene Isaac Ivan Jasper Joanna Jonas Judith Julian Karen Kirsten
    Lars Laura Leon Lena Lorenzo Louise Lucia Magnus Marcel Marta Martin Matilda Miles Mina Miriam Nadia Naomi Nicholas Nina Noah
    Nora Olga Oliver Oscar Otto Pablo Paula Petra Philip Quentin Rafael Ramona Rebecca Renata Rita Robert Leonore Rupert Sabine
    Samuel Selma Simon Sofia Stefan Susanna Tamara Teresa Theodor Tobias Ursula Valentin Vera Viktor Vivian Walter Wanda
    Wilma Yvonne
    Zelda""".split()
)
LAST_NAMES = tuple(
    """Abbott Ackerman Alvarez Andersen Ashworth Barlow Becker Bellamy Bergman Blackwood Bradshaw Brandt Calloway Carlsen Castillo
    Chadwick Connolly Costa Crawford Dalton Delgado Dempsey Doyle Drummond Eastwood Eriksen Escobar Fairbanks Farrell Ferrari
    Fitzgerald Fontaine Galloway Garrison Gallagher Haldane Hargreaves Hartmann Hendricks Hoffman Holloway Ibarra Ingram Jarvis
    Jimenez Kendrick Kessler Kirkland Langley Larsen Lindqvist Lockhart Madsen Marchetti Mercer Moreno Morrissey Navarro Nielsen
    Norwood Oakley Olsen Ortega Pemberton Petersen Prescott Quinlan Radcliffe Ramsey Redmond Rinaldi Romero Rutledge Sandoval
    Schaefer Sheridan Sinclair Sorensen Stafford Sutherland Tennant Thornton Travers Underhill Valentine Vasquez Vaughn Wakefield
    Weatherby Westbrook Whitaker Winslow Woodard Yates Zimmer""".split()
)
MORE_NAMES = frozenset(
    """aaron abdul abigail adam adrian agnes ahmed aidan ajay akash alan albert alberto alejandro alex alexander alexandra alexis
    alfred ali alicia allison alan amanda amber amir amit amy ana andre andrea andreas andrew andy angel angela anil anita anjali
    ann anna anne annie anthony antonio anusha april arjun arthur arun ashley ashok audrey austin ava barbara beatrix beatriz ben
    benjamin bernard beth betty bharath bianca bill billy bob bobby brad brandon brenda brett brian bridget brittany bruce bryan
    caleb carl carlos carmen carol caroline catherine cathy cecilia charles charlie charlotte chen chloe chris christian christina
    christine christopher cindy claire claudia colleen connor craig crystal cristina cynthia daniel daniela danielle danny dave
    david dawn dean deborah debbie deepak deepa dennis derek diana diane diego dinesh divya donald donna doris dorothy doug
    douglas duncan dylan eddie eduardo edward edwin eileen elaine eleanor elisabeth elizabeth ella ellen emily emma eric erica
    erik erin ethan eugene eva evan evelyn felipe felix fernando frances francesca francis francisco franz fred freddie frederick
    gabriel gabriela ganesh gareth gary geoff geoffrey george gerald gerard gina giovanni giulia glenn gloria gopal gordon graham
    greg gregory guillermo gustavo hans hari harold harriet harry harvey hassan heather helen henry herbert holly howard hussein
    ian ibrahim igor imran ingrid isabel isabella ismail jack jackie jackson jacob jacqueline jaime jake james jamie jan jane
    janet janice jared jason javier jay jean jeff jeffrey jennifer jenny jeremy jerome jerry jesse jessica jill jim jimmy joan joe
    joel johan johanna john johnny jonathan jordan jorge jose joseph joshua joyce juan juanita judy julia julie june justin kamal
    karl karthik kate katherine kathleen kathryn kathy katie kavita keith kelly ken kenneth kevin kiran kumar kurt kyle lakshmi
    larry lawrence leah leo leonard leslie lewis liam lillian lily linda lisa liz logan lori lucas lucy luis luke lynn mahesh
    manoj manuel marcus margaret maria marian marie marina mario marion marjorie marlene martha marvin mary mathew matt matthew
    maureen maurice max maya meena megan melanie melissa michael michelle miguel mike mitchell mohamed mohammad mohammed mohan
    molly monica muhammad murali nancy natalia natalie natasha nathan neha neil nick nicola nicole nikhil nirmala norman olivia
    pam pamela patricia patrick patty paul pauline pedro peggy penny pete peter phil phillip pooja prakash pradeep prasad priya
    rachel raghu rahul raj raja rajesh rakesh ralph ram raman ramesh randy raul ravi ray raymond regina rekha renee ricardo
    richard rick robin rodney roger rohan rohit roland ron ronald rosa rosemary ross roy ruby russell ruth ryan sally sam samantha
    samir sandra sandy sanjay sara sarah sathish saul scott sean sebastian selina sergio shane shannon sharon shaun shawn sheila
    shirley shiva siddharth sneha sonia sophia sophie srinivas stacy stanley stella stephanie stephen steve steven stuart suman
    sunil suresh susan suzanne sven sylvia tanya tara ted terence terry thelma theo theresa thomas tiffany tim timothy tina todd
    tom tommy toni tony tracy trevor tyler uma vanessa venkat veronica vicky vijay vikram vincent vinod virginia vishnu vladimir
    wayne wendy wesley william willie yasmin yusuf yves zach zachary zoe dana dirk ernst fatima hiroshi jesus kofi ling mei ming
    olaf piotr priyanka sanchez smith jones johnson williams brown davis miller wilson taylor anderson thompson garcia martinez
    robinson rodriguez lewis walker hernandez wright lopez gonzalez nelson carter roberts phillips campbell parker evans edwards
    collins stewart morris rogers reed murphy bailey cooper richardson howard ward patel singh sharma gupta khan nguyen wang zhang
    huang zhao zhou chan kim muller schmidt schneider fischer meyer weber rossi russo dubois durand kowalski novak ivanov petrov
    tanaka suzuki sato adams allen armstrong bauer becker bell bennett boyle bowman burke burns butler byrne callahan cameron
    casey chapman chavez clarke clark cole coleman cormac cruz cunningham curtis dawson dixon doherty duffy dunn duran elliott
    ellis ferguson fernandez fleming foster fowler fraser freeman frost gardner gibson gilbert gill goldberg gordon gould graves
    griffin guerrero gutierrez hale hamilton hansson harper harris harrison hart hawkins hayes henderson henriksen hicks higgins
    hoffmann holmes hopkins horton hudson hughes hunt hunter irving jacobs jenkins jennings johnston jordan kaur keller kennedy
    kramer lambert larson lawson leblanc lehmann lima lowe lucero lynch mackenzie malone mann marsh marshall mcdonald mckenzie
    mclean mendez mendoza meza mills montgomery morales moran morrison moss muller munoz murray myers newman newton nolan norris
    obrien oneal osborne owens padilla palmer patterson paulsen pearson perez perkins perry peterson pierce potter powell quinn
    ramirez ramos reeves reynolds rhodes rios rivera roberson rojas romero rowe salazar sanders santana santiago schultz schwartz
    sharp shaw sherman simmons simpson snyder sokolov soto spencer stephens stevenson sullivan suarez sutton swanson tran torres
    turner valdez vargas vega vogel wagner wallace walsh walters watkins watson watts weaver webb webster weiss welch wells west
    wheeler whitfield williamson willis wolfe woods yamamoto zimmerman aoife aisling brigid ciara cormac declan deirdre donal
    eamon fionnuala grainne maeve niamh oisin orla padraig roisin saoirse sinead siobhan angharad bronwen carys dilys gareth
    gethin megan rhiannon rhys sian angus callum catriona ewan fergus hamish iona isla kirsty morag adaeze adebayo amaka bola
    chidi chinedu chioma damilola emeka folake ifeoma kehinde ngozi nneka obinna olumide segun temitope tunde yetunde abebe amare
    kwame kwesi yaw akosua thabo sipho nomsa agnieszka bartosz bogumila dariusz grzegorz jacek janusz katarzyna krzysztof lukasz
    magdalena malgorzata marcin mariusz monika pawel przemyslaw slawomir stanislaw tadeusz wiktoria wojciech zbigniew zbynek
    bohumil jiri jitka lubomir ondrej radek vlastimil zdenka gergely istvan laszlo vendel zoltan anneli eero ilkka jukka bjorn
    frode gunvor ingvild kjell odd ragnhild sigrun torgeir trygve floris joost maaike marieke pieter sander sjoerd wouter anouk
    corentin delphine gaspard guillaume leopoldine mathilde odile thibault bettina dietmar friedrich henrike jurgen kerstin ulrike
    ermenegildo fabrizio graziella lorenza ludovica ottavia duarte gonçalo joaquim luciene thiago jeferson nuno rui ximena itziar
    marisol kyriaki stavros eleni dimitra yannis zrinka dragana goran milica nikola akira amina andres anita arturo astrid axel
    aziz benito bogdan boris brigitte carlo carolina chad cecil cora dagmar dalia darren darius denise dexter dimitri dominic dora
    edgar edvard elisa elsa emilia emilio enrique enzo eva ernesto esteban federico florence freya gabriele gerhard giles gisela
    giuseppe grethe gunnar gustav gwen hamza haruki heidi helga herman hilda ibrahima idris ilse imelda inga irena irina iris iva
    jana janine jasmine jelena jerzy joachim jodi jonathon josef jouni jules kai karina karim katrin kenji khalid klaus kristina
    kristine larisa layla leila lennart leticia lidia liv lloyd lorena louis luca ludmila luigi luis lydia maja malik manfred
    marek margit maribel marisol marlon matteo mattias mauricio melissa mercedes mikael mikhail milan milo mirjam moira mustafa
    myra nadine naveen nikolai noel noor norbert odette omar osman osvaldo pascal pavel pekka pierre pilar rafa raquel rasmus
    reinhard remy riccardo rocio rodrigo rolf roman rosario rudi rudolf sachin salma salvador sanjeev santosh satu sergei sergey
    shirin sigrid silvia simone sigurd sofie sonja soren stella svetlana sylvie tariq tatiana thiago thierry tomas tove tuula
    ulrich uwe valeria vaclav veronika vilma vincenzo vivek wilhelm wolfgang xavier yana yann yasmine youssef yuki yuri zainab
    zara zdenek zofia aarav aditya aishwarya ajith akhil amitabh anand anbu aravind ashwin bala balaji banu bhavani chandra chitra
    devi dhanush dhaya elango fathima ganguly gayathri gokul harish janani jagan jaya jeeva jothi kala kalai kamala kannan karan
    karna karthick karthi kavin kavya keerthi krishna krishnan kumaran lalitha lalu latha madhan madhu mala malathi manikandan
    mathi meenakshi mohana mugilan murugan naga nandhini nila niranjan pavithra ponni prabhu pradeepa praveen prem priyan rajan
    rajiv rajkumar rajini ramya rani ranjith rekha revathi rohini roopa sakthi sangeetha santhosh saranya saravanan sathya selvam
    selvi senthil shankar sharukh shobana sindhu siva sivakumar sridhar sudha sundar suriya surya swathi tamil thala uday usha
    vasanth vasuki velu vidya vignesh vimal vishal yadav yamini yuvan okafor mensah diaz reyes cruz gomez ortiz silva santos
    pereira jensen hansen johansson lindgren obrien oconnor
    aapo aarne abdullah abelard achim adela adelheid adriana afonso agarwal agata agathe agustin aida aileen ailsa aino aisha
    alain albin alena alessandra alessandro alessia alexandre alfonso alida alistair almeida aloys alvaro amadou amaia
    ambroise amelie aminata anais anastasia anatole anders andreassen andrej andrzej aneta anette angelika angelina angelo
    angelos anika aniko annelies annemarie annette annika ansgar antje antoine antonella antonia anya apolline apostolos
    aristide arjen armand armin arnaud arne arvid athanasios aubrey audun augustin aurelie aurelien aydin ayesha ayse azadeh
    bahar bakken bakker balazs banerjee baptiste barbieri barnaby bartek bastien bea benedetta benedikt benoit berenice
    bergstrom berit bernadette bernd bertrand bhavna bianchi birgit birgitta bjarne blagoja blanca blanchard blazej bondarenko
    borislav branislav branko bronagh bruna burkhard candelaria carine carsten carvalho catalina cathrine celestine celik
    celine cengiz chantal charlene charlotta chatterjee chiara chiyo chowdhury christelle christensen christiane christof
    christoph christophe cillian cirila claes clarisse clemence clodagh concetta conchita cornelia cornelius cosima cosmin
    cyrille dagny damien damir danica danilo daria dashiell davide dekker demir deniz desai desislava detlef dieter dietrich
    dijkstra dimitar dimitrios dimitris dimitrov dina dmitri dmitry dolores domenico dominika dominique dorota doroteja
    dorothea dragan dunja dusan dvora dvorak ebba eberhard eckhard edda edita edouard eduard efstathios egil eilidh einar
    eitan ekaterina elek elin elke elliot elodie eloise elsbeth elvira emanuele emeric emmanuel emre emrecan enikő ennio
    erasmus erika eriksson erlend erling ernestine esposito estelle etienne eugenia eulalia evangelos evgeny ewa fabienne
    fabio fabrice faisal farah farid fatemeh fatma federica fedor felicitas femke ferenc ferran ferraro ferreira filip filippo
    fintan fionn florent florentina florian fournier francine franck francois franka franziska frida fritz fuad gabor gaetano
    garnier gebhard geert genevieve georg georges georgiev georgios geraint geraldine gerd germain gerrit gertrud ghislaine
    gianluca gianni gilles ginevra giorgio giorgos girard gitte gizem goncalo gottfried gregoire gro gudrun guido guilherme
    gunther guntram gustafsson gyorgy haakon habib haddad hadley hagen hakan halina hanna hanne hannes haoran harald hartmut
    hasan haugen hedda hedwig heike heiko heiner heinrich hendrik hendriks henk henriette henrique hermann hermine herve hilde
    hildegard hoang hortense hortensia horvat horvath hossain hubert hugues huynh ignacio ignacy ignatius ilaria ildiko ilona
    ilya imre inaki indira ingeborg ingo inès ioana ioanna ioannis ionescu iphigenia irmgard isabelle isidora isidro ismael
    ivana ivanka ivo iwona iyer iñigo jaakko jaap jacinta jacques jadwiga jakub jannik jansen janssen jaroslav jasna javad
    jeannette jeroen jianguo jochen johannes jolanda jolanta jordi jorgen jorrit josefina josephine joshi josip jovana
    jovanovic jozef jozsef juhani juliane julianna juliette jurgis justyna jutta kader kaisa kalle kamila kaminski kapoor
    karel karin karla karlsson karsten kasia kasimir kaspar katalin katarina katerina kathrin katja katya kaya kazimierz keiko
    kemal kerem khoury kimberly klaas klara klemens kobayashi konrad konstantin konstantinos korhonen kornelia kostas kovac
    kovacs kovalenko kowalczyk kristensen kristian kristof kristoffer krystyna kucera kuznetsov kyllikki lajos lale larsson
    lasse latifa laurence laurent laurids leandro leena lefebvre lefevre leif lemaire leonie leopold leszek lewandowski lieke
    lieselotte lilian liliana lilla lindberg lindstrom linnea linus ljubica ljubomir lombardi lorcan lothar lotte louisa luc
    luciana luciano lucie lucien lucienne ludek ludwig luisa luise lukas lutz lydie maarten maciej mads magda magdolna
    magnhild mahmoud mairead maite makinen malgosia malhotra malin mancini manon mansour marc marcela marceline marcello
    marcelo marco margarethe margaux margherita margot margriet marguerite mariana marianne marielle marija marijke mariska
    marit marius marketa marko markus marlies martina martine matei mateo mateusz mathias mathieu matilde matti maude mauro
    maxime maximilian mechthild mehdi mehmet melinda menon mercier merete mette michal michel michela michele michiel mihaela
    mihai mikko mikolaj milena milos miloslav mireille mirela mirko miroslav miyuki moreau moritz mortensen mukherjee mustapha
    nadezhda nadja nagy nair nakamura naoko nascimento nasrin nasser natascha nathalie nazanin neus nicolas niels nieminen
    niklas nikolaidis nikolic nikos nils nilsson noelia noemi nolwenn novotny nowak nuria oana odalys oddvar okan oleg
    oleksandr oleksii olena oliveira olivier olsson ondine orhan oriol ornella orsolya ossian osvald otmar ottilie ottokar
    ouyang ozan ozturk paavo paloma panagiotis paola paolo papadakis papadopoulos pasquale patrice patricio patrik paulina
    paulo peder peeters pelle perrin perrine persephone persson petr petros petrovic petter pham philippa philippe pierluigi
    piero piet pietro pillai polina popescu popov predrag priyamvada prochazka przemek qureshi radka radoslav raffaele rahman
    raimund rainer raisa ralf ramiro ramon ranveig rasheed rasmussen ratko reddy reetta regine regula reidun reiner reinhold
    renate renato renzo reza ricci riikka rikke risto robrecht rocco rodrigues rolando romain romana romina ronja rosalia
    rosella rosemarie rossella roswitha rousseau rozalia rudiger ruprecht ryszard rémi saara sabrina sakari saleh salome
    samira sanna sanne saskia sebastiano sebastien seppo serafina serge severin sezen shahid sharif shevchenko shinji siddiqui
    siegfried sigmund signe silas silke silvio simona simonetta sini sirpa siska slavko slawek smirnov snezana soile solange
    solberg solene solveig sotiris spyros stanislav stefania stefano steffen stelios stijn stine svein svend svenja svensson
    svoboda sylvain sylvester sylwia szabo szabolcs szymanski szymon taavi tadas taina takahashi takashi takeshi tanja tarik
    tatjana teemu teixeira teodor teodora terje tetiana theodora theodoros thibaud thijs thorsten tiago tibor tihomir timo
    timur tiziana tkachenko tobiasz tomasz tomislav tonje torben torsten toshiro toth traudl tuomas tuuli udo ulf ulla ulrika
    umberto unai ursina uschi valentina valerie valerio vasil vasile vasilis vegard velimir verena veronique vesna vibeke
    victor victoria vincente violeta violetta virginie virtanen visser vitezslav vito vitor vittoria vittorio vivienne
    vladislav volker volkov vries walburga waldemar waltraud watanabe wenbo werner wiebke wieslaw wiktor wilfried willem wim
    winfried wisniewski wladyslaw wojcik wojtek wouters xander xenia xiaoming xiong yael yasemin yesim yevhen yevheniia
    yiannis yilmaz yolanda yorick yoshida yoshiko ysabel yulia yusuke yuxuan yvan zaid zbyszek zdravko zeljko zenon zeynep
    zhiyuan zhuang zielinski zihan zita zlatan zlatko zsofia zsolt zuzana zuzanna zygmunt""".split()
)

CHINESE_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方"
    "白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝"
    "包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫"
    "费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄储丛仲虞敖巩明佘池查麻苑迟邝"
)
COMPOUND_SURNAMES = tuple(
    "欧阳 上官 司马 诸葛 东方 皇甫 尉迟 公孙 慕容 司徒 令狐 夏侯 长孙 宇文 闻人 澹台 公冶 宗政 濮阳 淳于 太叔 申屠 轩辕 钟离 端木 "
    "百里 南宫 呼延 赫连 拓跋 独孤 西门 东郭 万俟 公羊 闾丘".split()
)
CHINESE_FAMILY = tuple("林何罗梁宋唐许韩冯邓曹彭曾萧田董袁潘蒋蔡杜叶程苏魏吕丁沈姚卢姜崔钟谭陆范廖贾夏邹孟秦邱薛段雷侯陶黎贺顾")
CHINESE_GIVEN = tuple(
    "志远 雅琴 文博 晓岚 建业 思涵 俊杰 梦洁 立新 若曦 国栋 佳宁 永康 诗雨 海涛 静怡 振华 秀兰 子墨 丽娟 明哲 婉清 浩然 巧云 承宇 "
    "雪梅 伟成 芳菲 天佑 紫萱 润生 碧瑶 兆丰 采薇 世安 映红 启明 桂芝 宏图 春燕 泽民 素心 鹏程 淑贞 景行 月华 嘉树 冬青".split()
)
CHINESE_SINGLE = tuple("岚博涵杰洁曦栋宁康涛怡兰墨娟哲清宇梅萱瑶丰薇红芝燕贞树青")
CHINESE_PLACES = tuple("云溪 临川 青河 东岭 南浦 长宁 永安 平湖 新桥 松江 石门 金沙 白塔 花园 翠竹 望江 虹桥 龙泉 凤台 梧桐".split())

STREETS = tuple("Maple Cedar Harbor Willow Chestnut Juniper Orchard Meadow Birch Linden Hazel Aspen Laurel Poplar Sycamore Alder".split())
PLACES = tuple("Fairview Ashford Brookdale Elmwood Glenmoor Kingsbury Lakeside Marlow Northfield Rosedale Stonebridge Westhaven".split())
DOMAIN_WORDS = tuple(
    """amberfield blueharbor brightcove cedarline clearbrook cloudmeadow copperleaf daybreak eastgate everglow fernhill firstlight
    foxglove goldcrest greenquay highmoor ironbridge kestrel larkspur lighthouse longmeadow maplecrest moonstone northwind oakhaven
    openfield pinegrove quickwater redwing riverbend rosewood saltmarsh silverpine skylark snowdrop southbank springvale starling
    stonegate summerhill sunfield swiftwater tallgrass thistle tidewater valleyview whitecap wildrose windmere woodlark""".split()
)
HOST_WORDS = tuple("ash basil clover dune ember fjord grove heron iris jade kelp lotus moss nettle opal pine quartz reed sage tern".split())

CHAT_WORDS = frozenset(
    """i a an the this that these those my your his her its our their me you he she it we they us him them who whom whose what
    which when where why how and or but nor so yet if then else than as at by for from in into of off on onto out over to up with
    without within about above after again against all am any are aren't be been before being below between both can cannot can't
    could did do does doing don't down during each few further had has have having here hi hai hello namaste xorg hey hiya dear
    there thanks thank thankyou thanx thx ty danke dankeschön merci gracias obrigado obrigada grazie dziękuję dzięki děkuji hvala
    köszönöm kiitos takk tack tak mulțumesc teşekkürler dank bedankt tnx thnx thnks thks tq hmm hmmm hm mmm helo hello gud mrng gm
    gn awsome iam u ur r n alot asap nope yea ok okay oke k yes yeah yep yup ya no nope nah please pls plz kindly sorry sry not
    now just only own same some such too very was were will would should shall may might must ought let lets im ive ill id youre
    youve dont doesnt didnt isnt wasnt cant couldnt wont wouldnt doesn didn isn wasn aren weren hasn hadn haven shouldn wouldn
    couldn ain thats whats theres heres hows gonna wanna gotta lol omg btw fyi asap bye goodbye good morning afternoon evening
    night day sir madam maam mam mate guys folks team everyone all somebody someone anybody anyone everything something anything
    nothing because since until while although though however also else ever never always often maybe perhaps really quite login
    logout logon signup username userid password passwd pwd email mail gmail yahoo hotmail outlook ssn zip zipcode iban swift bic
    pin otp url website web site wifi internet online app apps laptop desktop smartphone iphone android windows linux ubuntu
    debian fedora redhat centos mac macos unix kernel grub sudo apt aptget gnome kde xubuntu kubuntu firefox chrome safari opera
    thunderbird evolution github gitlab docker kubernetes nginx apache mysql postgres postgresql mongodb redis sqlite php python
    java javascript typescript perl ruby golang rust node react angular vue django flask rails spring bash zsh shell ssh sftp ftp
    http https tls ssl dns dhcp tcp udp ip ipv4 ipv6 vpn vpc ec2 ecs rds s3 oss cdn api sdk cli gui ui json xml yaml html css sql
    csv pdf usb cpu gpu ram ssd hdd bios config configs admin root user users customer client agent support service services
    helpdesk bot system server servers database databases backend frontend devops ticket tickets invoice order orders refund
    account accounts card number numbers name names first last middle full details info information confirm confirmed correct
    booking reservation flight policy claim policyid claimid bill billing payment statement mr mrs ms dr prof upto via per vs etc
    eg ie til till inc ltd llc corp gmbh localhost hostname boot reboot mount unmount install installed installing installer
    reinstall update upgrade driver drivers nvidia intel amd ati radeon realtek broadcom samsung lenovo dell asus acer toshiba
    sony nokia google microsoft apple amazon aws azure aliyun alibaba facebook twitter skype slack zoom teams jira stripe paypal
    visa mastercard amex january february march april may june july august september october november december jan feb mar apr jun
    jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today
    tomorrow yesterday tonight
    buongiorno buonasera ciao guten tag schönen liebe lieber hallo hoi moin servus grüezi salut bonjour bonsoir bonne
    coucou hola buenas kaixo
    olá oi hej hei ahoj dobrý dzień witam cześć díky děkuji dziękuję proszę efharisto parakalo kalimera medaase eskerrik
    tusen mange perfetto
    perfecto voilà graag goedemorgen goedemiddag goedendag slàinte bitte gerne freut viel vielen beste merhaba shukran
    salam spasibo hvala nema
    okta entra sectigo cloudflare letsencrypt digicert globalsign sendgrid mailgun mailchimp twilio grafana prometheus
    terraform ansible helm
    traefik haproxy varnish memcached rabbitmq kafka elasticsearch kibana jenkins certbot fail2ban wireguard openvpn
    proxmox vmware veeam
    plesk cpanel woocommerce shopify magento prestashop typo3 joomla drupal wordpress elementor yoast navicat dbeaver
    phpmyadmin sqlalchemy
    imagick composer laravel symfony webhook webhooks malware ransomware phishing backend tomcat postfix dovecot exim
    roundcube nextcloud
    owncloud filezilla winscp putty rclone rsync borg duplicity minio boto3 uncaught traceback mozilla webkit safari
    edge brave vivaldi""".split()
)
"""Words of support talk that a dictionary may lack, and names that are products, not people."""

ROLE_WORDS = frozenset(
    """agent assistant admin administrator bot care chat client cloud console customer desk end engineer engineering guest help
    helpdesk it manager moderator no noreply note ops operations operator portal reply requester sales service services staff
    support system team tech technical technician tier user web level one two three 1 2 3 ai""".split()
)
"""Words that make an author's name a function, not a person."""

SYSTEM_USERS = frozenset(
    """root admin administrator ubuntu debian centos fedora ec2-user opc azureuser user users username guest test tester nobody www
    www-data apache nginx postgres mysql mongo mongodb redis git svn ftp sftp mail daemon bin sys sync backup system default public
    shared deploy deployer jenkins docker vagrant pi oracle sa dba master service app name login me you none null true false all
    host localhost linuxbrew""".split()
)
"""Account names that belong to software, not to people."""

ROLE_BOXES = frozenset(
    """info support sales admin billing contact hello help noreply no-reply do-not-reply postmaster webmaster abuse office team
    mail root security legal finance accounts accounting invoices orders hr jobs careers press marketing privacy service services
    helpdesk it ops kontakt dmarc dkim verify verification alerts alert notifications notify monitoring noc devops dev
    events news newsletter
    booking bookings reservations shop store web website reception post buchhaltung rechnung bestellung verwaltung
    facturas factures facturation
    faktura administratie administracion amministrazione ufficio biuro sekretariat secretariat ventas vendite recepcion
    hallo hola bonjour ciao
    tickets ticket customerservice kundenservice no_reply relay smtp imap backup""".split()
)
"""Mailboxes of an office, not of a person."""
